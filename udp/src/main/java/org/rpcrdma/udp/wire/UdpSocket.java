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
 * A non-blocking UDP socket that carries one packet per datagram. If possible, one system call sends several packets;
 * see {@link LinuxCalls}. Methods are called on the loop's thread unless stated otherwise.
 *
 * <p>The invariant CRC covers the IP header, which a program cannot see. The CRC is computed for an identification that
 * is 0 or, in a run, the datagram's index. Linux uses these values for an unconnected socket without fragmentation
 * ({@link Fragments}; observed on Linux 6.18 with JDK 17 and 25). If these conditions are not met, the system
 * increments the identification with each datagram, and only receivers like this one accept the datagrams. Over IPv4,
 * this receiver accepts any identification that makes the CRC correct ({@link CrcResidue}). In that case, 16 bits of
 * the CRC still check the packet, in addition to UDP's checksum, which the system verifies.
 */
public final class UdpSocket implements AutoCloseable {
    /**
     * The property that selects the JDK's calls if it is true. These calls send or receive one datagram per system
     * call.
     */
    public static final String PLAIN = "rpcrdma.udp.plain";

    private static final int BUFFER = 8192;
    private static final int ACKNOWLEDGEMENT = BTH_LENGTH + Opcodes.AETH + ICRC_LENGTH;
    static final int SOCKET_BUFFER = 4 << 20;
    /**
     * The overhead, in bytes, that each packet is assumed to add to the socket's buffer. Linux needs a quarter of this.
     */
    private static final int OVERHEAD = 512;
    /** The time, in ns, to wait for space in the socket's send buffer. A slow interface sends 100 KB in this time. */
    private static final long PATIENCE = 1_000_000;
    /** The minimum number of attempts. On a busy host, a single attempt may take up the whole waiting time. */
    private static final int LEAST_TRIES = 8;

    private final InetSocketAddress local;
    private final DatagramChannel channel;
    /**
     * The size, in bytes, of the receive buffer that any user is granted. A peer's buffer is assumed to be as large.
     */
    private final int room;

    private final DatagramCalls calls;
    private final WireCounters counters = new WireCounters();
    private final Outgoing outgoing = new Outgoing();
    private final Incoming incoming = new Incoming();
    private final PacketDecoder decoder = new PacketDecoder(incoming.memory);
    private final InvariantCrc incomingCrc = new InvariantCrc();
    private final CrcResidue residues = new CrcResidue(BUFFER);
    /** The listener, or null. */
    private ArrivalListener listener;

    private boolean hasPacket;
    private boolean isClosed;

    /**
     * Opens a socket.
     *
     * @param local the address and port; not a wildcard address.
     * @throws VerbsException EADDRNOTAVAIL if the address does not belong to this host; EADDRINUSE if the port is in
     *                        use.
     */
    public UdpSocket(final InetSocketAddress local) {
        this(
                local,
                (channel, linux) -> linux == null || Boolean.getBoolean(PLAIN)
                        ? new ChannelCalls(channel)
                        : LinuxCalls.of(linux, local.getAddress()));
    }

    /** Opens a socket with the given kind of system calls. */
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

    /**
     * Distinguishes an address that belongs to another host from a port that is in use, without relying on the system's
     * message.
     */
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

    /** Binds the channel. Returns the size of its receive buffer in bytes. */
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

    /** Disables fragmentation. Returns the system calls for the channel, or null. */
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
     * Returns the number of packets that fit into an unprivileged receive buffer, if all have the given payload length.
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

    /** Sets the listener that receives reports of sent datagrams. */
    void report(final ArrivalListener to) {
        listener = to;
    }

    /** Adds a packet for a queue pair of a host. {@link #flush} sends it at the latest. */
    void add(final Packet packet, final int number, final Destination host) {
        if (!outgoing.hasRoom()) {
            flush();
        }
        outgoing.add(packet, number, host, calls.mostTogether(host));
    }

    /** Returns true if some added packets have not been sent yet. */
    boolean hasPackets() {
        return outgoing.runs != 0;
    }

    /** Sends the added packets, or drops them if the socket's buffer does not drain soon enough. */
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

    /** Sends runs, or drops the first run. Returns the number of runs handled. */
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
            // There is no space, no route to the host, or not enough memory. The run counts as lost on the network.
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
     * Sends an acknowledgement immediately, without reporting errors. Any thread may call this method. Do not use it on
     * the data path.
     */
    void sendLate(final Packet packet, final int number, final Destination host) {
        try {
            channel.send(encode(packet, number, Destination.of(local, host.gid(), host.address())), host.address());
        } catch (final IOException e) {
            // There is no route to the host, or not enough memory. The acknowledgement counts as lost on the network.
        }
    }

    /** Counts and reports an acknowledgement that another thread has sent. */
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

    /**
     * Receives up to the given number of messages. All earlier messages must have been consumed. Returns the number
     * received.
     */
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

    /** Returns the time, in ns, for which the kernel held the datagram before it was received; 0 if unknown. */
    long waited() {
        return incoming.waited();
    }

    /** Returns the datagram's sender. */
    InetSocketAddress sender() {
        return incoming.sender();
    }

    /**
     * Passes the datagram and its header to a listener. If the datagram is longer than any packet can be, passes only
     * the beginning.
     */
    void reportArrival(final InternetHeader header, final ArrivalListener to) {
        header.ports(sender().getPort(), local.getPort()).identification(incoming.number());
        if (hasPacket) {
            isIntact(header);
        }
        final int length = Math.min(BUFFER, incoming.length());
        to.datagram(header, incoming.memory.slice(incoming.begin(), length), length);
    }

    /** Returns true if the datagram contains a packet. */
    boolean hasPacket() {
        return hasPacket;
    }

    /**
     * Returns true if the invariant CRC of a datagram that arrived with the given header is correct. Sets the header's
     * identification to the value that makes the CRC correct.
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

    /** Decodes a packet. Its payload stays in the datagram. */
    void decode(final Packet packet, final PacketOrigin origin, final PacketSink destination) {
        decoder.decode(packet, origin, destination);
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            channel.close();
        } catch (final IOException e) {
            throw new VerbsException(Errno.EIO, "cannot close the socket: address=" + local + ": " + e.getMessage());
        }
    }
}
