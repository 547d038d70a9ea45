// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import static org.rpcrdma.rnic.roce.RocePacket.BTH_LENGTH;
import static org.rpcrdma.rnic.roce.RocePacket.ICRC_LENGTH;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.function.BiFunction;
import org.rpcrdma.rnic.codec.PacketDecoder;
import org.rpcrdma.rnic.codec.PacketEncoder;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketOrigin;
import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.rnic.roce.CrcResidue;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.rnic.roce.InvariantCrc;
import org.rpcrdma.rnic.roce.Opcodes;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * A non-blocking UDP socket that carries one packet per datagram. Packets that are sent together take one system call
 * where possible: {@link LinuxCalls}. Called on the loop's thread unless stated otherwise.
 *
 * <p>The invariant CRC covers the IP header, which a program does not see. It is computed for an identification of 0,
 * or the datagram's index in a run, which Linux uses for an unconnected socket without fragmentation ({@link
 * Fragments}; seen on Linux 6.18 with JDK 17 and 25). Otherwise the system counts identifications, and only receivers
 * like this one accept the datagrams: over IPv4 it accepts any identification that makes the CRC right ({@link
 * CrcResidue}). Then 16 bits of the CRC still check the packet, in addition to UDP's checksum, which the system
 * verifies.
 */
public final class UdpSocket implements AutoCloseable {
    /** If this property is true, one datagram per system call is sent or received, by the JDK. */
    public static final String PLAIN = "rpcrdma.udp.plain";

    private static final int BUFFER = 8192;
    private static final int ACKNOWLEDGEMENT = BTH_LENGTH + Opcodes.AETH + ICRC_LENGTH;
    static final int SOCKET_BUFFER = 4 << 20;
    /** Overhead in bytes that a system charges to the buffer per packet; Linux needs a quarter of this. */
    private static final int OVERHEAD = 512;
    /** How long to wait for space in the socket's send buffer: a slow interface sends 100 KB in this time. */
    private static final long PATIENCE = 1_000_000;
    /** The minimum number of attempts, as one attempt may take that long on a busy host. */
    private static final int LEAST_TRIES = 8;

    private final InetSocketAddress local;
    private final DatagramChannel channel;
    /** Bytes of the receive buffer that any user gets; a peer's buffer is assumed to be as large. */
    private final int room;

    private final DatagramCalls calls;
    private final WireCounters counters = new WireCounters();
    private final Outgoing outgoing = new Outgoing();
    private final Incoming incoming = new Incoming();
    private final PacketDecoder decoder = new PacketDecoder(incoming.memory);
    private final InvariantCrc incomingCrc = new InvariantCrc();
    private final CrcResidue residues = new CrcResidue(BUFFER);
    /** Null if there is no listener. */
    private ArrivalListener listener;

    private boolean hasPacket;
    private boolean isClosed;

    /**
     * Opens a socket.
     *
     * @param local address and port; not a wildcard.
     * @throws VerbsException EADDRNOTAVAIL if the address does not belong to this host, EADDRINUSE if the port is in
     *     use.
     */
    public UdpSocket(final InetSocketAddress local) {
        this(
                local,
                (channel, linux) -> linux == null || Boolean.getBoolean(PLAIN)
                        ? new ChannelCalls(channel)
                        : LinuxCalls.of(linux, local.getAddress()));
    }

    /** Opens a socket with a given kind of system calls. */
    UdpSocket(final InetSocketAddress local, final BiFunction<DatagramChannel, LinuxSocket, DatagramCalls> way) {
        this.local = local;
        final LinuxSocket linux;
        try {
            channel = DatagramChannel.open(family(local));
            room = bind();
            linux = forbidFragments();
        } catch (final IOException e) {
            throw refusal(local, e);
        }
        calls = way.apply(channel, linux);
    }

    /** Distinguishes an address of another host from a port in use. Does not rely on a system's message. */
    private static VerbsException refusal(final InetSocketAddress local, final IOException why) {
        final String ip = local.getAddress().getHostAddress();
        try (DatagramChannel any = DatagramChannel.open(family(local))) {
            any.bind(new InetSocketAddress(local.getAddress(), 0));
        } catch (final IOException e) {
            return new VerbsException(Errno.EADDRNOTAVAIL, "not a local address: address=" + ip);
        }
        return new VerbsException(
                Errno.EADDRINUSE,
                "UDP port is in use by another device, ours or the kernel's: address=" + ip + " port=" + local.getPort()
                        + ": " + why.getMessage());
    }

    static StandardProtocolFamily family(final InetSocketAddress local) {
        return local.getAddress() instanceof Inet4Address ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6;
    }

    /** Binds the channel; returns the bytes of its receive buffer. */
    private int bind() throws IOException {
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER);
            channel.bind(local);
            return channel.getOption(StandardSocketOptions.SO_RCVBUF);
        } catch (final IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Disables fragmentation; returns the system's calls for the channel, or null. */
    private LinuxSocket forbidFragments() throws IOException {
        try {
            final LinuxSocket linux = LinuxSockets.of(channel);
            Fragments.forbid(channel, linux, family(local) == StandardProtocolFamily.INET6);
            return linux;
        } catch (final IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Returns the number of packets that fit into an unprivileged receive buffer. All have a payload of the given
     * length.
     */
    int room(final int payload) {
        return room / (payload + OVERHEAD);
    }

    DatagramChannel channel() {
        return channel;
    }

    InetSocketAddress local() {
        return local;
    }

    WireCounters counters() {
        return counters;
    }

    PacketDecoder decoder() {
        return decoder;
    }

    /** Returns the maximum number of packets per system call. */
    int packetsACall() {
        return calls.mostTogether();
    }

    /** Sets the listener that is notified of sent datagrams. */
    void report(final ArrivalListener to) {
        listener = to;
    }

    /** Adds a packet to a queue pair of a host; it is sent by {@link #flush} at the latest. */
    void add(final Packet packet, final int number, final Destination host) {
        if (!outgoing.hasRoom()) {
            flush();
        }
        outgoing.add(packet, number, host, calls.mostTogether(host));
    }

    /** Returns true if packets were added that have not been sent. */
    boolean hasPackets() {
        return outgoing.runs != 0;
    }

    /** Sends the added packets; drops them if the socket's buffer stays full for a moment. */
    void flush() {
        if (outgoing.runs == 0) {
            return;
        }
        int next = 0;
        while (next < outgoing.runs) {
            next += isClosed ? drop(next) : send(next);
        }
        outgoing.clear();
    }

    /** Sends runs, or drops the first one. Returns the number of runs handled. */
    private int send(final int first) {
        int sent = calls.send(outgoing, first);
        final long end = sent == DatagramCalls.NO_ROOM ? System.nanoTime() + PATIENCE : 0;
        for (int i = 0; sent == DatagramCalls.NO_ROOM && (i < LEAST_TRIES || System.nanoTime() < end); i++) {
            Thread.yield();
            sent = calls.send(outgoing, first);
        }
        if (sent == DatagramCalls.SEPARATE) {
            outgoing.separate(first);
            return 0;
        }
        if (sent <= 0) {
            // no space, no route to the host, or no memory: counts as lost in the network
            return drop(first);
        }
        for (int run = first; run < first + sent; run++) {
            counters.sent += outgoing.counts[run];
            counters.sentBytes += outgoing.ends[run] - outgoing.begins[run];
            if (listener != null && listener.takesDatagrams()) {
                outgoing.report(run, listener);
            }
        }
        counters.sentRuns += sent;
        return sent;
    }

    private int drop(final int run) {
        counters.notSent += outgoing.counts[run];
        return 1;
    }

    /**
     * Sends an acknowledgement immediately, without reporting errors. Any thread may call it. Not for the data path.
     */
    void sendLate(final Packet packet, final int number, final Destination host) {
        try {
            channel.send(encode(packet, number, Destination.of(local, host.gid(), host.address())), host.address());
        } catch (final IOException e) {
            // no route to the host, or no memory: counts as lost in the network
        }
    }

    /** Counts and reports an acknowledgement that another thread sent. */
    void reportLate(final Packet packet, final int number, final Destination host) {
        counters.sent++;
        counters.sentRuns++;
        counters.sentBytes += ACKNOWLEDGEMENT;
        if (listener != null && listener.takesDatagrams()) {
            listener.datagram(host.header().identification(0), encode(packet, number, host), ACKNOWLEDGEMENT);
        }
    }

    private static ByteBuffer encode(final Packet packet, final int number, final Destination host) {
        final ByteBuffer datagram = ByteBuffer.allocateDirect(BUFFER);
        final int end = new PacketEncoder(datagram).encode(packet, number);
        new InvariantCrc().seal(host.header().identification(0), datagram, end);
        return datagram;
    }

    /** Receives up to a number of messages after all earlier ones were consumed. Returns the number received. */
    int take(final int most) {
        final int taken = isClosed ? 0 : calls.receive(incoming, most);
        incoming.begin(taken);
        return taken;
    }

    /** Advances to the next received datagram. Returns false at the end. */
    boolean next() {
        if (!incoming.next()) {
            return false;
        }
        counters.received++;
        hasPacket = decoder.wrap(incoming.begin(), incoming.length());
        if (!hasPacket) {
            counters.malformed++;
        }
        return true;
    }

    /** Returns the nanoseconds for which the kernel held the datagram until it was received; 0 if unknown. */
    long waited() {
        return incoming.waited();
    }

    /** Returns the sender of the datagram. */
    InetSocketAddress sender() {
        return incoming.sender();
    }

    /**
     * Passes the datagram and its header to a listener; passes only the start of a datagram that is longer than any
     * packet.
     */
    void reportArrival(final InternetHeader header, final ArrivalListener to) {
        header.ports(sender().getPort(), local.getPort()).identification(incoming.number());
        if (hasPacket) {
            isIntact(header);
        }
        final int length = Math.min(BUFFER, incoming.length());
        to.datagram(header, incoming.memory.slice(incoming.begin(), length), length);
    }

    /** Returns true if the datagram is a packet. */
    boolean hasPacket() {
        return hasPacket;
    }

    /**
     * Returns true if the datagram's invariant CRC is correct. The datagram arrived with the given header. Sets the
     * header's identification to the value that makes the CRC correct.
     */
    boolean isIntact(final InternetHeader header) {
        final int begin = incoming.begin();
        final int end = begin + incoming.length() - ICRC_LENGTH;
        header.ports(sender().getPort(), local.getPort())
                .identification(incoming.number())
                .setPayloadLength(incoming.length());
        final int residue =
                Integer.reverseBytes(incoming.memory.getInt(end)) ^ incomingCrc.of(header, incoming.memory, begin, end);
        incoming.memory.clear();
        if (residue == 0) {
            return true;
        }
        final int fromIdentification = header.bytesFromIdentification();
        final int difference = fromIdentification < 0
                ? CrcResidue.IMPOSSIBLE
                : residues.unknown(residue, fromIdentification + end - begin);
        header.identification(incoming.number() ^ Math.max(0, difference));
        return difference != CrcResidue.IMPOSSIBLE;
    }

    /** Decodes a packet whose payload stays in the datagram. */
    void decode(final Packet packet, final PacketOrigin origin, final PacketSink destination) {
        decoder.decode(packet, origin, destination);
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            channel.close();
        } catch (final IOException e) {
            throw new VerbsException(Errno.EIO, "socket: address=" + local + ": " + e.getMessage());
        }
    }
}
