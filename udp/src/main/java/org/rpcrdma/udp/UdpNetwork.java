// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.SplittableRandom;
import org.rpcrdma.rnic.DevicePorts;
import org.rpcrdma.rnic.DeviceTap;
import org.rpcrdma.rnic.GrantedAttributes;
import org.rpcrdma.rnic.Taps;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.rnic.connect.MadWires;
import org.rpcrdma.rnic.host.HostLoops;
import org.rpcrdma.rnic.host.RunningLoop;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.NativeHeap;
import org.rpcrdma.rnic.memory.PassthroughIommu;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.port.DeviceTimes;
import org.rpcrdma.rnic.port.Meter;
import org.rpcrdma.rnic.port.NicCaches;
import org.rpcrdma.rnic.port.Numbering;
import org.rpcrdma.rnic.port.ProtocolTimes;
import org.rpcrdma.rnic.roce.TimerCodes;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.udp.wire.InterfaceMtu;
import org.rpcrdma.udp.wire.RealTimeLoop;
import org.rpcrdma.udp.wire.UdpLink;
import org.rpcrdma.udp.wire.UdpSocket;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.jvm.AgronaAccess;

/**
 * Software RDMA devices on this host whose links are UDP sockets. Like other NICs, they use RoCEv2. They run in real
 * time and need no privileges. A verbs call costs the CPU time that it actually uses.
 *
 * <p>All devices of a network are confined to one thread, which runs their event loops or the {@link #timeline()}.
 */
public final class UdpNetwork implements AutoCloseable {
    /** RoCEv2's UDP port. */
    public static final int PORT = 4791;

    /** The code of the ACK timeout, 268 ms. The timeout is long because peers are programs, which may pause. */
    private static final int ACK_TIMEOUT = 16;

    /**
     * The protocol times in ns: an RNR timer of 0.64 ms, and a timeout of 4.3 s with 15 retries for connection
     * requests.
     */
    private static final ProtocolTimes TIMES =
            new ProtocolTimes(TimerCodes.acknowledgement(ACK_TIMEOUT), 640_000, 1L << 32, 15);

    private final int udpPort;
    private final Numbering numbering = Numbering.unpredictable();
    private final RealTimeLoop timeline = new RealTimeLoop();
    private final RunningLoop running = new RunningLoop();
    private final NativeHeap heap = new NativeHeap();
    private final PacketPool packets = new PacketPool();
    private final Taps taps = new Taps(false);
    private final Arrivals arrivals = new Arrivals(taps, timeline);

    /**
     * Creates a network that uses RoCEv2's port and has no devices yet.
     *
     * @throws IllegalStateException if this JVM denies Agrona access to native memory; the message names the missing
     *                               flag.
     */
    public UdpNetwork() {
        this(PORT);
    }

    /**
     * Creates a network without devices.
     *
     * @param udpPort the UDP port that these devices and all their peers use, 1 to 65535.
     * @throws IllegalStateException if this JVM denies Agrona access to native memory; the message names the missing
     *                               flag.
     */
    public UdpNetwork(final int udpPort) {
        AgronaAccess.check();
        this.udpPort = udpPort;
    }

    /**
     * Opens a device.
     *
     * @param name      the device's name, for example {@code udp0}.
     * @param ipAddress a numeric local address, for example {@code 127.0.0.2}.
     * @return the device, which the caller must close.
     * @throws VerbsException EADDRNOTAVAIL if the address does not belong to this host; EADDRINUSE if its port is in
     *                        use.
     */
    public UdpDevice attach(final String name, final String ipAddress) {
        return attach(name, ipAddress, () -> {});
    }

    /** Opens a device, and runs {@code onClose} when it is closed. */
    UdpDevice attach(final String name, final String ipAddress, final Runnable onClose) {
        final UdpSocket socket = new UdpSocket(new InetSocketAddress(ipAddress, udpPort));
        try {
            return newDevice(name, ipAddress, socket, onClose);
        } catch (final RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    private UdpDevice newDevice(
            final String name, final String ipAddress, final UdpSocket socket, final Runnable onClose) {
        final InetAddress address = new InetSocketAddress(ipAddress, 0).getAddress();
        final UdpLink link = new UdpLink(
                timeline,
                socket,
                InterfaceMtu.of(address),
                packets,
                new SplittableRandom(numbering.random()),
                taps,
                arrivals);
        final MadWires wires = new MadWires(timeline, TIMES, link, link::sendManagement, numbering::random);
        link.attachManagement(wires::receive);
        final CallFaults callFaults = new CallFaults();
        final HostMemory memory = new HostMemory(heap, callFaults);
        final DevicePorts ports = new DevicePorts(
                timeline,
                new HostLoops(name, timeline, running),
                memory,
                new PassthroughIommu(memory, link, callFaults),
                NicCaches.unlimited(),
                new ImmediateDma(timeline),
                new Meter() {},
                link,
                wires,
                packets,
                callFaults,
                taps);
        final DeviceProfile profile = new DeviceProfile(
                name,
                link.gid(),
                Personality.SPEC,
                System.getenv(),
                GrantedAttributes.of(Personality.SPEC, Set.of()),
                numbering,
                DeviceTimes.REAL,
                TIMES);
        final UdpDevice device = new UdpDevice(profile, ipAddress, ports, link, () -> {
            timeline.close(link);
            arrivals.remove(link.gid());
            onClose.run();
        });
        timeline.add(link, socket);
        arrivals.add(link.gid());
        return device;
    }

    /**
     * Returns the devices' timeline, which follows the system's clock.
     *
     * @return the timeline that all devices of this network share.
     */
    public Timeline timeline() {
        return timeline;
    }

    /**
     * Sets the tap, which then receives datagrams, packets, posts and completions. On this network, connection messages
     * are reported as datagrams. A datagram from another program is reported when it arrives. A packet from another
     * program is reported only if a device accepts it.
     *
     * @param tap the tap, or null for no tap.
     */
    public void setTap(final DeviceTap tap) {
        taps.set(tap);
    }

    /** Closes the network. Open devices stop sending and receiving. */
    @Override
    public void close() {
        timeline.close();
    }
}
