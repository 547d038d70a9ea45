// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.nic.config.DeviceConfiguration;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.host.NativeHeap;
import org.rpcrdma.nic.host.RunningProcessor;
import org.rpcrdma.nic.link.PacketPool;
import org.rpcrdma.nic.link.Switch;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.jvm.AgronaAccess;

/**
 * A network of simulated hosts with one NIC each. Each port has a link to one switch, with the rate, the delay and the
 * MTU of the device's cost model; senders to one receiver share its link. Nothing is lost unless a {@link FaultPlan}
 * says so.
 */
public final class Fabric {
    private final CostModel costs;
    private final Map<String, SimulatedDevice> devices = new LinkedHashMap<>();
    private final FabricParts parts;
    private FaultPlan faultPlan = FaultPlan.NONE;

    /**
     * Makes a fabric without hosts.
     *
     * @param simulation clock of the fabric.
     * @param costs      costs of devices that are attached without costs of their own.
     * @throws IllegalStateException if this JVM keeps Agrona from native memory; the message names the missing flag.
     */
    public Fabric(final Simulation simulation, final CostModel costs) {
        AgronaAccess.check();
        this.costs = costs;
        parts = new FabricParts(
                simulation,
                new RunningProcessor(),
                new NativeHeap(),
                new PacketPool(),
                new Switch(),
                new HashMap<>(),
                new Taps(true));
    }

    /**
     * Attaches a host with one NIC.
     *
     * @param name      name of the device, for example {@code sim0}.
     * @param ipAddress address of its port in digits, for example {@code 10.98.0.1}.
     * @return the device; the caller closes it.
     * @throws IllegalArgumentException if another device has the address.
     */
    public SimulatedDevice attach(final String name, final String ipAddress) {
        return attach(name, ipAddress, DeviceConfiguration.DEFAULT);
    }

    /**
     * Attaches a host with one NIC.
     *
     * @param name          name of the device, for example {@code sim0}.
     * @param ipAddress     address of its port in digits, for example {@code 10.98.0.1}.
     * @param configuration personality, driver environment and modes of the device.
     * @return the device; the caller closes it.
     * @throws IllegalArgumentException if another device has the address.
     */
    public SimulatedDevice attach(final String name, final String ipAddress, final DeviceConfiguration configuration) {
        return attach(name, ipAddress, configuration, costs);
    }

    /**
     * Attaches a host with one NIC that has costs of its own: another kind of device, or another rate, delay or MTU of
     * its link. Of two devices' {@code link.delay}, half each counts.
     *
     * @param name          name of the device, for example {@code sim0}.
     * @param ipAddress     address of its port in digits, for example {@code 10.98.0.1}.
     * @param configuration personality, driver environment and modes of the device.
     * @param ownCosts      costs of this host, its NIC and its link.
     * @return the device; the caller closes it.
     * @throws IllegalArgumentException if another device has the address.
     */
    public SimulatedDevice attach(
            final String name,
            final String ipAddress,
            final DeviceConfiguration configuration,
            final CostModel ownCosts) {
        if (devices.containsKey(ipAddress)) {
            throw new IllegalArgumentException("address is taken: ipAddress=" + ipAddress);
        }
        final SimulatedDevice device = new SimulatedDevice(
                parts, new SwitchedNetwork(parts, ipAddress), name, ipAddress, configuration, ownCosts, this::detach);
        devices.put(ipAddress, device);
        device.faults().follow(faultPlan);
        return device;
    }

    /**
     * Sets the plan of faults on the links of all devices, including those attached later. Replaces the plan before,
     * with its outages.
     *
     * @param plan the plan; {@link FaultPlan#NONE} for no faults.
     */
    public void setFaultPlan(final FaultPlan plan) {
        faultPlan = plan;
        devices.values().forEach(device -> device.faults().follow(plan));
    }

    /**
     * Sets the tap, which is notified of packets, connection messages, posts and completions. It changes no behaviour
     * and costs no virtual time.
     *
     * @param tap the tap; null for none.
     */
    public void setTap(final FabricTap tap) {
        parts.taps().set(tap);
    }

    /**
     * Returns the devices that are attached and not closed.
     *
     * @return a copy, in the order in which they were attached.
     */
    public List<SimulatedDevice> devices() {
        return List.copyOf(devices.values());
    }

    private void detach(final SimulatedDevice device) {
        parts.network().detach(device.gid(1, 0));
        devices.remove(device.ipAddress());
        parts.connectionWires().remove(device.ipAddress());
    }
}
