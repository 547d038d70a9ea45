// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.nic.connect.SimulatedConnectionManager;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.DeviceConfiguration;
import org.rpcrdma.nic.host.NativeHeap;
import org.rpcrdma.nic.host.RunningProcessor;
import org.rpcrdma.nic.link.PacketPool;
import org.rpcrdma.nic.link.Switch;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.AgronaAccess;

/**
 * A network of simulated hosts with one NIC each, whose ports are links to one switch. A link has the rate, the delay and
 * the MTU of its device's cost model; senders to one receiver share its link. Nothing is lost unless a {@link FaultPlan}
 * says so.
 */
public final class Fabric {
    private final Simulation simulation;
    private final CostModel costs;
    private final Map<String, SimulatedDevice> devices = new LinkedHashMap<>();
    private final Map<String, SimulatedConnectionManager> connectionManagers = new HashMap<>();
    private final Switch network = new Switch();
    private final PacketPool packets = new PacketPool();
    private final NativeHeap heap = new NativeHeap();
    private final Taps taps = new Taps();
    private FaultPlan faultPlan = FaultPlan.NONE;
    private final RunningProcessor running = new RunningProcessor();

    /**
     * Makes a fabric without hosts.
     *
     * @param simulation its clock.
     * @param costs      what everything costs, where a device does not have its own.
     * @throws IllegalStateException where this JVM keeps Agrona from native memory, naming the flag that is missing.
     */
    public Fabric(final Simulation simulation, final CostModel costs) {
        AgronaAccess.check();
        this.simulation = simulation;
        this.costs = costs;
    }

    /**
     * Attaches a host with one NIC.
     *
     * @param name      the device's name, for example {@code sim0}.
     * @param ipAddress its IP address in digits, for example {@code 10.98.0.1}.
     * @return the device; the caller closes it.
     * @throws IllegalArgumentException where another device has the address.
     */
    public SimulatedDevice attach(final String name, final String ipAddress) {
        return attach(name, ipAddress, DeviceConfiguration.DEFAULT);
    }

    /**
     * Attaches a host with one NIC.
     *
     * @param name          the device's name, for example {@code sim0}.
     * @param ipAddress     its IP address in digits, for example {@code 10.98.0.1}.
     * @param configuration what the device is.
     * @return the device; the caller closes it.
     * @throws IllegalArgumentException where another device has the address.
     */
    public SimulatedDevice attach(final String name, final String ipAddress, final DeviceConfiguration configuration) {
        return attach(name, ipAddress, configuration, costs);
    }

    /**
     * Attaches a host with one NIC whose costs are its own: another kind of device, or another rate, delay
     * ({@code link.delay} of two devices counts half each) or MTU of its link.
     *
     * @param name          the device's name, for example {@code sim0}.
     * @param ipAddress     its IP address in digits, for example {@code 10.98.0.1}.
     * @param configuration what the device is.
     * @param ownCosts      what everything costs on this host, its NIC and its link.
     * @return the device; the caller closes it.
     * @throws IllegalArgumentException where another device has the address.
     */
    public SimulatedDevice attach(
            final String name,
            final String ipAddress,
            final DeviceConfiguration configuration,
            final CostModel ownCosts) {
        if (devices.containsKey(ipAddress)) {
            throw new IllegalArgumentException("address is taken: ipAddress=" + ipAddress);
        }
        final SimulatedDevice device = new SimulatedDevice(this, name, ipAddress, configuration, ownCosts);
        devices.put(ipAddress, device);
        device.faults().follow(faultPlan);
        return device;
    }

    /**
     * Lets things go wrong from now on, on the links of all devices, those attached later included.
     *
     * @param plan what; {@link FaultPlan#NONE} ends it, and ends the times for which the plan before has links down.
     */
    public void setFaultPlan(final FaultPlan plan) {
        faultPlan = plan;
        devices.values().forEach(device -> device.faults().follow(plan));
    }

    /**
     * Shows what happens from now on to a tap. It changes nothing, and costs nothing that the cost model counts.
     *
     * @param tap is told; null for none.
     */
    public void setTap(final FabricTap tap) {
        taps.set(tap);
    }

    /**
     * The devices that are attached and not closed.
     *
     * @return a copy, in the order they were attached.
     */
    public List<SimulatedDevice> devices() {
        return List.copyOf(devices.values());
    }

    Simulation simulation() {
        return simulation;
    }

    Taps taps() {
        return taps;
    }

    PacketPool packets() {
        return packets;
    }

    NativeHeap heap() {
        return heap;
    }

    SimulatedDevice find(final String ipAddress) {
        return devices.get(ipAddress);
    }

    /** Returns the connection managers of all devices, by their addresses in digits. */
    Map<String, SimulatedConnectionManager> connectionManagers() {
        return connectionManagers;
    }

    /** Returns the switch that the ports of all devices are attached to. */
    Switch network() {
        return network;
    }

    void detach(final SimulatedDevice device) {
        network.detach(device.gid(1, 0));
        devices.remove(device.ipAddress());
        connectionManagers.remove(device.ipAddress());
    }

    RunningProcessor running() {
        return running;
    }
}
