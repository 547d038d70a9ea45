// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.wire;

import static org.rpcrdma.roce.RocePacket.ICRC_LENGTH;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.PacketOrigin;
import org.rpcrdma.nic.link.PacketSink;
import org.rpcrdma.roce.CrcResidue;
import org.rpcrdma.roce.InternetHeader;
import org.rpcrdma.roce.InvariantCrc;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * A UDP socket that packets go through, one a datagram, without waiting.
 *
 * <p>The invariant CRC covers the IP header, which a program does not see. A datagram is sent as if its identification
 * were 0: so Linux sends from a socket that is not connected and lets nothing be fragmented ({@link Fragments}; seen on
 * Linux 6.18 with JDK 17 and 25). If that is unavailable, identifications are counted, and only receivers such
 * as this one take those datagrams: over IPv4 it accepts any identification that makes the CRC right ({@link
 * CrcResidue}). 16 of its bits are left to check the packet, beside UDP's checksum, which the system verifies.
 */
public final class UdpSocket implements AutoCloseable {
    private static final int BUFFER = 8192;
    private static final int SOCKET_BUFFER = 4 << 20;
    /** Bytes beside a packet's payload that a system counts against the buffer; Linux needs a quarter of them. */
    private static final int OVERHEAD = 512;
    /** How long a datagram waits for room in the socket's buffer: a slow interface sends 100 KB meanwhile. */
    private static final long PATIENCE = 1_000_000;

    private final InetSocketAddress local;
    private final DatagramChannel channel;
    private final WireCounters counters = new WireCounters();
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(BUFFER);
    private final PacketEncoder encoder = new PacketEncoder(outgoing);
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(BUFFER);
    private final PacketDecoder decoder = new PacketDecoder(incoming);
    private final InvariantCrc outgoingCrc = new InvariantCrc();
    private final InvariantCrc incomingCrc = new InvariantCrc();
    private final CrcResidue residues = new CrcResidue(BUFFER);
    private InetSocketAddress sender;
    private int length;
    private boolean hasPacket;

    /**
     * Opens a socket.
     *
     * @param local address and port; not a wildcard.
     * @throws VerbsException EADDRNOTAVAIL if the address is none of this host's, EADDRINUSE if the port is taken.
     */
    public UdpSocket(final InetSocketAddress local) {
        this.local = local;
        try {
            channel = DatagramChannel.open(family(local));
            bind();
        } catch (final IOException e) {
            throw refusal(local, e);
        }
    }

    /** Distinguishes an address that this host does not have from a port in use: no system's message is relied on. */
    private static VerbsException refusal(final InetSocketAddress local, final IOException why) {
        final String ip = local.getAddress().getHostAddress();
        try (DatagramChannel any = DatagramChannel.open(family(local))) {
            any.bind(new InetSocketAddress(local.getAddress(), 0));
        } catch (final IOException e) {
            return new VerbsException(Errno.EADDRNOTAVAIL, "no address of this host: address=" + ip);
        }
        return new VerbsException(
                Errno.EADDRINUSE,
                "UDP port is taken, by another such device or a kernel's: address=" + ip + " port=" + local.getPort()
                        + ": " + why.getMessage());
    }

    private static StandardProtocolFamily family(final InetSocketAddress local) {
        return local.getAddress() instanceof Inet4Address ? StandardProtocolFamily.INET : StandardProtocolFamily.INET6;
    }

    private void bind() throws IOException {
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER);
            Fragments.forbid(channel, family(local) == StandardProtocolFamily.INET6);
            channel.bind(local);
        } catch (final IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Returns how many packets with a payload of a length wait in the buffer at most. */
    int room(final int payload) {
        try {
            return channel.getOption(StandardSocketOptions.SO_RCVBUF) / (payload + OVERHEAD);
        } catch (final IOException e) {
            throw new VerbsException(Errno.EIO, "socket: address=" + local + ": " + e.getMessage());
        }
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

    /** Returns the sender of the datagram in the buffer. */
    InetSocketAddress sender() {
        return sender;
    }

    /**
     * Sends a packet to a queue pair of a host; returns the bytes of its datagram. Any thread may call it.
     *
     * @param listener is notified of the datagram, on this thread; null for none.
     */
    synchronized int send(
            final Packet packet, final int number, final RemoteHost host, final ArrivalListener listener) {
        final int bytes = encode(packet, number, host);
        try {
            if (isTaken(host.address)) {
                counters.sent++;
                counters.sentBytes += bytes;
                if (listener != null) {
                    listener.datagram(host.outbound, outgoing, bytes);
                }
            } else {
                counters.notSent++;
            }
        } catch (final IOException e) {
            // No way to the host, or no memory: the network loses it.
            counters.notSent++;
        }
        return bytes;
    }

    /** Notifies a listener of a datagram that another thread sent. */
    synchronized void report(
            final Packet packet, final int number, final RemoteHost host, final ArrivalListener listener) {
        listener.datagram(host.outbound, outgoing, encode(packet, number, host));
    }

    private int encode(final Packet packet, final int number, final RemoteHost host) {
        outgoing.clear();
        return outgoingCrc.seal(host.outbound, outgoing, encoder.encode(packet, number));
    }

    /** Sends the datagram, if the socket's buffer has room for it within a moment. */
    private boolean isTaken(final InetSocketAddress to) throws IOException {
        if (channel.send(outgoing, to) != 0) {
            return true;
        }
        final long end = System.nanoTime() + PATIENCE;
        while (System.nanoTime() < end) {
            Thread.yield();
            if (channel.send(outgoing, to) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Takes the next datagram into the buffer. Returns false if none has come. */
    boolean receive() {
        incoming.clear();
        try {
            sender = (InetSocketAddress) channel.receive(incoming);
        } catch (final IOException e) {
            sender = null;
        }
        if (sender == null) {
            return false;
        }
        length = incoming.position();
        incoming.clear();
        counters.received++;
        hasPacket = decoder.wrap(length);
        if (!hasPacket) {
            counters.malformed++;
        }
        return true;
    }

    /** Notifies a listener of the datagram in the buffer, which comes with a header. */
    void reportArrival(final InternetHeader header, final ArrivalListener listener) {
        header.ports(sender.getPort(), local.getPort());
        listener.datagram(header, incoming, length);
    }

    /** Returns true if the datagram in the buffer is a packet. */
    boolean hasPacket() {
        return hasPacket;
    }

    /** Returns true if the invariant CRC of the datagram in the buffer, which comes with a header, is right. */
    boolean isIntact(final InternetHeader header) {
        final int end = length - ICRC_LENGTH;
        header.ports(sender.getPort(), local.getPort());
        header.setPayloadLength(length);
        final int residue = Integer.reverseBytes(incoming.getInt(end)) ^ incomingCrc.of(header, incoming, end);
        incoming.clear();
        final int fromIdentification = header.bytesFromIdentification();
        return residue == 0
                || fromIdentification >= 0
                        && residues.unknown(residue, fromIdentification + end) != CrcResidue.IMPOSSIBLE;
    }

    /** Makes a packet of the datagram in the buffer, in which its payload stays. */
    void decode(final Packet packet, final PacketOrigin origin, final PacketSink destination) {
        decoder.decode(packet, origin, destination);
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (final IOException e) {
            throw new VerbsException(Errno.EIO, "socket: address=" + local + ": " + e.getMessage());
        }
    }
}
