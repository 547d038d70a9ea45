// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.rnic.DevicePorts;
import org.rpcrdma.rnic.DeviceTap;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.rnic.GrantedAttributes;
import org.rpcrdma.rnic.Taps;
import org.rpcrdma.rnic.host.RunningLoop;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.rnic.link.PayloadsOnLink;
import org.rpcrdma.rnic.memory.InPlacePayloads;
import org.rpcrdma.rnic.memory.NativeHeap;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.port.DeviceTimes;
import org.rpcrdma.rnic.port.Numbering;
import org.rpcrdma.rnic.port.ProtocolTimes;
import org.rpcrdma.rnic.port.RegistrationSettings;
import org.rpcrdma.sim.cache.ContextMemory;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.dma.SimulatedDma;
import org.rpcrdma.sim.host.AddressOnlyMemory;
import org.rpcrdma.sim.host.CostMeter;
import org.rpcrdma.sim.host.EngineSettings;
import org.rpcrdma.sim.host.HostProcessors;
import org.rpcrdma.sim.host.SimulatedMemory;
import org.rpcrdma.sim.iommu.CountingPassthrough;
import org.rpcrdma.sim.iommu.TranslatingIommu;
import org.rpcrdma.sim.network.EventWires;
import org.rpcrdma.sim.network.Port;
import org.rpcrdma.sim.network.Switch;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.DeviceAttributes;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.jvm.AgronaAccess;

/**
 * A network of simulated hosts, each with one NIC. A link connects every NIC's port to the same switch; the device's
 * cost model sets the link's rate, delay and MTU. All packets sent to a receiver share the receiver's link. No packet
 * is lost unless a {@link FaultPlan} requires it. Confined to the simulation's thread.
 */
public final class Fabric {
    private final CostModel costs;
    private final Map<String, SimulatedDevice> devices = new LinkedHashMap<>();
    private final Simulation simulation;
    private final RunningLoop running = new RunningLoop();
    private final NativeHeap heap = new NativeHeap();
    private final AddressOnlyMemory addresses = new AddressOnlyMemory();
    private final PacketPool packets = new PacketPool();
    private final Map<String, EventWires> connectionWires = new HashMap<>();
    private final Taps taps = new Taps(true);
    private final Switch network = new Switch(packets, taps);
    private FaultPlan faultPlan = FaultPlan.NONE;
    /** The common parts of the device that was attached last; null before the first device. */
    private CommonParts common;

    /**
     * Creates a fabric without hosts.
     *
     * @param simulation the fabric's clock.
     * @param costs the costs for devices that are attached without their own cost model.
     * @throws IllegalStateException if this JVM denies Agrona access to native memory; the message states the missing
     * JVM option.
     */
    public Fabric(final Simulation simulation, final CostModel costs) {
        AgronaAccess.check();
        this.costs = costs;
        this.simulation = simulation;
    }

    /**
     * Attaches a host with one NIC.
     *
     * @param name      the name of the device, for example {@code sim0}.
     * @param ipAddress the numeric address of the device's port, for example {@code 10.98.0.1}.
     * @return the device; the caller closes it.
     * @throws IllegalArgumentException if another device has the address.
     */
    public SimulatedDevice attach(final String name, final String ipAddress) {
        return attach(name, ipAddress, DeviceConfiguration.DEFAULT);
    }

    /**
     * Attaches a host with one NIC.
     *
     * @param name          the name of the device, for example {@code sim0}.
     * @param ipAddress the numeric address of the device's port, for example {@code 10.98.0.1}.
     * @param configuration the device's personality, driver environment and modes.
     * @return the device; the caller closes it.
     * @throws IllegalArgumentException if another device has the address.
     */
    public SimulatedDevice attach(final String name, final String ipAddress, final DeviceConfiguration configuration) {
        return attach(name, ipAddress, configuration, costs);
    }

    /**
     * Attaches a host with one NIC and its own cost model, which can simulate a different kind of device or a different
     * link rate, delay or MTU. The delay between two devices is the mean of their {@code link.delay}s.
     *
     * @param name          the name of the device, for example {@code sim0}.
     * @param ipAddress     the numeric address of the device's port, for example {@code 10.98.0.1}.
     * @param configuration the device's personality, driver environment and modes.
     * @param ownCosts      the costs of this host, its NIC and its link.
     * @return the device; the caller closes it.
     * @throws IllegalArgumentException if another device has the address.
     */
    public SimulatedDevice attach(
            final String name,
            final String ipAddress,
            final DeviceConfiguration configuration,
            final CostModel ownCosts) {
        if (devices.containsKey(ipAddress)) {
            throw new IllegalArgumentException("address is already in use: ipAddress=" + ipAddress);
        }
        final SimulatedDevice device = newDevice(name, ipAddress, configuration, ownCosts);
        devices.put(ipAddress, device);
        device.faults().follow(faultPlan);
        return device;
    }

    private SimulatedDevice newDevice(
            final String name,
            final String ipAddress,
            final DeviceConfiguration configuration,
            final CostModel ownCosts) {
        if (common == null || !common.configuration.equals(configuration) || common.costs != ownCosts) {
            common = CommonParts.of(configuration, ownCosts);
        }
        final DeviceProfile profile = common.profile(name, ipAddress);
        final CallFaults callFaults = new CallFaults();
        final PayloadsOnLink payloads = new PayloadsOnLink();
        final SimulatedHost host = newHost(name, configuration, ownCosts, callFaults, payloads);
        final SimulatedDma dma = new SimulatedDma(simulation, ownCosts, host.walks(), host.contexts());
        final Port port = new Port(
                profile.gid(),
                simulation,
                ownCosts,
                network,
                simulation.randomOf("faults " + ipAddress),
                payloads,
                dma);
        final EventWires wires =
                new EventWires(profile, ownCosts, simulation, host.processors(), port, connectionWires, taps);
        connectionWires.put(ipAddress, wires);
        final DevicePorts ports = new DevicePorts(
                simulation,
                host.processors(),
                host.memory(),
                host.iommu(),
                host.contexts(),
                dma,
                new CostMeter(ownCosts, host.processors()),
                port,
                wires,
                packets,
                callFaults,
                taps);
        return new SimulatedDevice(profile, common.registration, ipAddress, ports, host, this::detach);
    }

    private SimulatedHost newHost(
            final String name,
            final DeviceConfiguration configuration,
            final CostModel ownCosts,
            final CallFaults callFaults,
            final InPlacePayloads payloads) {
        final HostProcessors processors = new HostProcessors(name, simulation, ownCosts, running);
        final SimulatedMemory memory =
                new SimulatedMemory(heap, addresses, configuration.memoryMode(), ownCosts, processors, callFaults);
        final ContextMemory contexts = new ContextMemory(ownCosts);
        if (configuration.iommuMode() == IommuMode.OFF) {
            final CountingPassthrough iommu = new CountingPassthrough(memory, payloads, processors, callFaults);
            return new SimulatedHost(ownCosts, processors, memory, iommu, iommu, contexts);
        }
        final TranslatingIommu iommu = new TranslatingIommu(
                memory,
                payloads,
                ownCosts,
                processors,
                callFaults,
                configuration.iommuMode() == IommuMode.LAZY ? simulation : null,
                simulation.randomOf("iovas of " + name));
        return new SimulatedHost(ownCosts, processors, memory, iommu, iommu, contexts);
    }

    /** The parts that devices with the same configuration and costs share, such as the many clients of a server. */
    private record CommonParts(
            DeviceConfiguration configuration,
            CostModel costs,
            DeviceAttributes attributes,
            DeviceTimes times,
            ProtocolTimes protocol,
            RegistrationSettings registration) {
        static CommonParts of(final DeviceConfiguration configuration, final CostModel costs) {
            return new CommonParts(
                    configuration,
                    costs,
                    GrantedAttributes.of(configuration.personality(), configuration.missing()),
                    EngineSettings.times(costs),
                    EngineSettings.protocol(costs),
                    EngineSettings.registration(configuration, costs));
        }

        DeviceProfile profile(final String name, final String ipAddress) {
            return new DeviceProfile(
                    name,
                    Gid.of(new InetSocketAddress(ipAddress, 0).getAddress()),
                    configuration.personality(),
                    configuration.environment(),
                    attributes,
                    Numbering.IN_ORDER,
                    times,
                    protocol);
        }
    }

    /**
     * Sets the fault plan for the links of all devices, including devices that are attached later. The new plan
     * replaces the previous plan, whose outages end.
     *
     * @param plan the plan; {@link FaultPlan#NONE} for no faults.
     */
    public void setFaultPlan(final FaultPlan plan) {
        faultPlan = plan;
        devices.values().forEach(device -> device.faults().follow(plan));
    }

    /**
     * Sets the tap, which observes packets, connection messages, posts and completions. The tap does not change the
     * simulated behaviour and costs no virtual time.
     *
     * @param tap the tap; null for none.
     */
    public void setTap(final DeviceTap tap) {
        taps.set(tap);
    }

    /**
     * Returns the attached devices that have not been closed.
     *
     * @return a copy of the list, in the order in which the devices were attached.
     */
    public List<SimulatedDevice> devices() {
        return List.copyOf(devices.values());
    }

    private void detach(final SimulatedDevice device) {
        network.detach(device.gid(1, 0));
        devices.remove(device.ipAddress());
        connectionWires.remove(device.ipAddress());
    }
}
