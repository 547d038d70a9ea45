// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.function.IntFunction;
import org.rpcrdma.nic.config.DeviceConfiguration;
import org.rpcrdma.nic.config.IommuMode;
import org.rpcrdma.nic.connect.MadWires;
import org.rpcrdma.nic.connect.SimulatedConnectionManager;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.host.AsyncEvents;
import org.rpcrdma.nic.host.DeviceProfile;
import org.rpcrdma.nic.host.HostProcessors;
import org.rpcrdma.nic.host.NativeHeap;
import org.rpcrdma.nic.host.Numbering;
import org.rpcrdma.nic.host.RunningProcessor;
import org.rpcrdma.nic.link.DisturbedLink;
import org.rpcrdma.nic.link.PacketPool;
import org.rpcrdma.nic.link.PacketSink;
import org.rpcrdma.nic.link.Switch;
import org.rpcrdma.nic.link.TimerCodes;
import org.rpcrdma.nic.wire.InterfaceMtu;
import org.rpcrdma.nic.wire.RealTimeLoop;
import org.rpcrdma.nic.wire.UdpLink;
import org.rpcrdma.nic.wire.UdpSocket;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.jvm.AgronaAccess;

/**
 * The network of this host instead of a {@link Fabric}: devices whose links are UDP sockets. They send and receive
 * RoCEv2 as other NICs do, in real time, and without any privilege. The cost of a call is the real CPU time that it
 * takes.
 *
 * <p>All devices of one network belong to one thread, which runs their event loops or the {@link #simulation()}.
 */
public final class UdpNetwork implements AutoCloseable {
    /** RoCEv2's UDP port. */
    public static final int PORT = 4791;

    /** Gb/s that a device sends at most, as much as a program can receive. */
    private static final int RATE = 10;

    /** The code of the time for which a peer's answer is waited for, 268 ms: peers are programs, and may pause. */
    private static final int ACK_TIMEOUT = 16;

    private static final int DEVICE_PORT = 1;

    private final int udpPort;
    private final Numbering numbering = Numbering.unpredictable();
    private final RealTimeLoop loop = new RealTimeLoop();
    private final Simulation simulation = new Simulation(numbering.random(), loop);
    private final FabricParts parts = new FabricParts(
            simulation,
            new RunningProcessor(),
            new NativeHeap(),
            new PacketPool(),
            new Switch(),
            new HashMap<>(),
            new Taps(false));
    private final Arrivals arrivals = new Arrivals(parts.taps(), simulation);

    /**
     * Makes a network without devices, on RoCEv2's port.
     *
     * @throws IllegalStateException if this JVM keeps Agrona from native memory; the message names the missing flag.
     */
    public UdpNetwork() {
        this(PORT);
    }

    /**
     * Makes a network without devices.
     *
     * @param udpPort the UDP port of all devices that they talk to and of their own, 1 to 65535.
     * @throws IllegalStateException if this JVM keeps Agrona from native memory; the message names the missing flag.
     */
    public UdpNetwork(final int udpPort) {
        AgronaAccess.check();
        this.udpPort = udpPort;
    }

    /**
     * Opens a device.
     *
     * @param name      name of the device, for example {@code udp0}.
     * @param ipAddress a local address in digits, for example {@code 127.0.0.2}.
     * @return the device; the caller closes it.
     * @throws VerbsException EADDRNOTAVAIL if the address is none of this host's, EADDRINUSE if its port is taken.
     */
    public SimulatedDevice attach(final String name, final String ipAddress) {
        return attach(name, ipAddress, () -> {});
    }

    /** Opens a device; onClose is run when it is closed. */
    SimulatedDevice attach(final String name, final String ipAddress, final Runnable onClose) {
        final UdpSocket socket = new UdpSocket(new InetSocketAddress(ipAddress, udpPort));
        try {
            final UdpAttachment attachment = new UdpAttachment(socket, ipAddress, onClose);
            return new SimulatedDevice(
                    parts, attachment, name, ipAddress, configuration(), costs(ipAddress), attachment::detach);
        } catch (final RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Returns the configuration of a device whose packets real hosts take. */
    private static DeviceConfiguration configuration() {
        return DeviceConfiguration.DEFAULT.withIommuMode(IommuMode.OFF);
    }

    /** Returns costs of 0 for all that takes time by itself here. */
    private static CostModel costs(final String ipAddress) {
        CostModel costs = CostModel.preset("ideal")
                .with(CostParameter.LINK_RATE, RATE)
                .with(CostParameter.MTU, InterfaceMtu.of(new InetSocketAddress(ipAddress, 0).getAddress()))
                .with(CostParameter.ACK_TIMEOUT, TimerCodes.acknowledgement(ACK_TIMEOUT));
        for (final CostParameter parameter : CostModel.parameters()) {
            if (parameter.unit().equals("ns") && parameter.minimum() == 0) {
                costs = costs.with(parameter, 0);
            }
        }
        return costs;
    }

    /**
     * Returns the simulation of the devices: its time is the system's.
     *
     * @return runs the devices of this network.
     */
    public Simulation simulation() {
        return simulation;
    }

    /**
     * Sets the tap, which is notified of datagrams, packets, posts and completions; connection messages are datagrams
     * here. Datagrams of another program are reported when they arrive, and a packet only if a device takes it.
     *
     * @param tap the tap; null for none.
     */
    public void setTap(final FabricTap tap) {
        parts.taps().set(tap);
    }

    /** Ends it. Devices that are open send and receive nothing any more. */
    @Override
    public void close() {
        loop.close();
    }

    /** The way of one device to the network. */
    private final class UdpAttachment implements Network {
        private final UdpSocket socket;
        private final String ipAddress;
        private final Runnable onClose;
        private UdpLink link;

        UdpAttachment(final UdpSocket socket, final String ipAddress, final Runnable onClose) {
            this.socket = socket;
            this.ipAddress = ipAddress;
            this.onClose = onClose;
        }

        @Override
        public Numbering numbering() {
            return numbering;
        }

        @Override
        public DisturbedLink newLink(final DeviceProfile profile, final AsyncEvents asyncEvents) {
            link = new UdpLink(
                    simulation,
                    socket,
                    profile.costs().count(CostParameter.MTU),
                    parts.packets(),
                    event -> asyncEvents.raisePort(event, DEVICE_PORT),
                    parts.taps(),
                    arrivals);
            arrivals.add(link.gid());
            return link;
        }

        @Override
        public void attach(final IntFunction<PacketSink> queuePairs) {
            link.attach(queuePairs);
            loop.add(link, socket);
        }

        @Override
        public SimulatedConnectionManager newConnections(final DeviceProfile profile, final HostProcessors processors) {
            final MadWires wires =
                    new MadWires(simulation, profile.costs(), link, link::sendManagement, numbering::random);
            link.attachManagement(wires::receive);
            return new SimulatedConnectionManager(profile, ipAddress, simulation, processors, link, wires);
        }

        void detach(final SimulatedDevice device) {
            loop.close(link);
            arrivals.remove(link.gid());
            onClose.run();
        }
    }
}
