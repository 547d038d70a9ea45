// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Calls {@code sendmmsg(2)} and {@code recvmmsg(2)} on 64-bit Linux through {@link LinuxSocket}. A run is sent as one
 * message that the system segments ({@code UDP_SEGMENT}), and consecutive datagrams are received as one message ({@code
 * UDP_GRO}; udp(7)).
 *
 * <pre>
 *  mmsghdr   0 name (8), 8 name length (4), 16 pieces (8), 24 their number (8), 32 control (8), 40 its length (8),
 *            48 flags (4), 56 bytes received (4)
 *  piece     0 address (8), 8 length (8)
 *  control   0 length (8), 8 level (4), 12 type (4), 16 value: UDP_SEGMENT (2), UDP_GRO (4), SO_TIMESTAMPNS (16); the
 *            next starts at a multiple of 8
 * </pre>
 */
class LinuxCalls implements DatagramCalls {
    private static final System.Logger LOGGER = System.getLogger("org.rpcrdma.udp");

    /** The maximum number of datagrams per run, which is {@code UDP_MAX_SEGMENTS} in Linux before 6.9. */
    private static final int MOST_SEGMENTS = 64;

    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int SOL_SOCKET = 1;
    private static final int SO_SNDBUFFORCE = 32;
    private static final int SO_RCVBUFFORCE = 33;
    /** The option for receiving each message's arrival time on the real-time clock, in seconds and nanoseconds. */
    private static final int SO_TIMESTAMPNS = 35;

    private static final int SOL_UDP = 17;
    private static final int UDP_SEGMENT = 103;
    private static final int UDP_GRO = 104;
    private static final int MSG_CTRUNC = 8;
    private static final int MSG_TRUNC = 0x20;
    static final int EINTR = 4;
    static final int EIO = 5;
    static final int EAGAIN = 11;
    static final int EINVAL = 22;
    static final int EMSGSIZE = 90;
    static final int ENOPROTOOPT = 92;
    static final int EOPNOTSUPP = 95;
    static final int ENOBUFS = 105;

    private static final int NAME_LENGTH = 8;
    private static final int PIECES = 16;
    private static final int PIECES_COUNT = 24;
    private static final int CONTROL = 32;
    private static final int CONTROL_LENGTH = 40;
    static final int FLAGS = 48;
    static final int RECEIVED = 56;
    static final int HEADER = 64;
    /** The number of bytes for a message's piece, name and control data, all of which follow the headers. */
    private static final int REST = 128;

    private static final int NAME_AT = 16;
    static final int CONTROL_AT = 64;
    private static final int CONTROL_ROOM = 64;
    private static final int SEGMENT_CONTROL = 24;
    private static final int SEGMENT_LENGTH = 18;
    private static final int CONTROL_HEADER = 16;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final int IPV4_NAME = 16;
    private static final int IPV6_NAME = 28;
    private static final int SENDERS = 256;

    private final LinuxSocket socket;
    private final boolean isIpv6;
    private final int scope;
    final UnsafeBuffer sending;
    final UnsafeBuffer receiving;
    private final InetSocketAddress[] senders = new InetSocketAddress[SENDERS];
    private final UnsafeBuffer[] names = new UnsafeBuffer[SENDERS];
    private final boolean isCutting;
    private final boolean isTimed;
    private final UnsafeBuffer clock = new UnsafeBuffer(BufferUtil.allocateDirectAligned(2 * Long.BYTES, Long.BYTES));
    /**
     * The hosts for which the system does not segment runs, either because the interface does not support this or
     * because the traffic is encrypted.
     */
    private final Set<Destination> uncut = Collections.newSetFromMap(new WeakHashMap<>());

    /**
     * Creates the calls for a socket.
     *
     * @param isTimed true to request messages' arrival times.
     */
    LinuxCalls(final LinuxSocket socket, final InetAddress local, final boolean isTimed) {
        this.socket = socket;
        isIpv6 = local instanceof Inet6Address;
        scope = local instanceof Inet6Address address ? address.getScopeId() : 0;
        isCutting = socket.set(SOL_UDP, UDP_SEGMENT, 0);
        socket.set(SOL_UDP, UDP_GRO, 1);
        // With CAP_NET_ADMIN, buffers may exceed net.core.rmem_max and net.core.wmem_max.
        socket.set(SOL_SOCKET, SO_RCVBUFFORCE, UdpSocket.SOCKET_BUFFER);
        socket.set(SOL_SOCKET, SO_SNDBUFFORCE, UdpSocket.SOCKET_BUFFER);
        this.isTimed = isTimed && socket.set(SOL_SOCKET, SO_TIMESTAMPNS, 1);
        sending = messages(Outgoing.MOST);
        receiving = messages(Incoming.MOST);
    }

    /** Returns the calls for a socket. Messages are timed unless the socket's address is a loopback address. */
    static LinuxCalls of(final LinuxSocket socket, final InetAddress local) {
        return new LinuxCalls(socket, local, !local.isLoopbackAddress());
    }

    /** Creates headers that point to their pieces, names and control data. */
    private static UnsafeBuffer messages(final int count) {
        final UnsafeBuffer made =
                new UnsafeBuffer(BufferUtil.allocateDirectAligned(count * (HEADER + REST), Long.BYTES));
        for (int i = 0; i < count; i++) {
            final int header = i * HEADER;
            final long rest = made.addressOffset() + rest(count, i);
            made.putLong(header, rest + NAME_AT);
            made.putLong(header + PIECES, rest);
            made.putLong(header + PIECES_COUNT, 1);
            made.putLong(header + CONTROL, rest + CONTROL_AT);
        }
        return made;
    }

    static int rest(final int count, final int index) {
        return count * HEADER + index * REST;
    }

    @Override
    public int mostTogether() {
        return isCutting ? MOST_SEGMENTS : 1;
    }

    @Override
    public int mostTogether(final Destination host) {
        return uncut.isEmpty() || !uncut.contains(host) ? mostTogether() : 1;
    }

    @Override
    public int send(final Outgoing runs, final int first) {
        final long memory = BufferUtil.address(runs.memory);
        for (int run = first; run < runs.runs; run++) {
            prepare(run - first, runs, run, memory);
        }
        final int sent = send(runs.runs - first);
        if (sent > 0) {
            return sent;
        }
        final int error = -sent;
        if (error == EAGAIN || error == EINTR || error == ENOBUFS) {
            return NO_ROOM;
        }
        return runs.counts[first] > 1 && isOfCutting(error) ? separate(runs.hosts[first], error) : REFUSED;
    }

    private static boolean isOfCutting(final int error) {
        return error == EIO || error == EINVAL || error == EOPNOTSUPP || error == ENOPROTOOPT || error == EMSGSIZE;
    }

    /** Stops using segmentation for a host, unless a single datagram of the run is too long for the interface. */
    private int separate(final Destination host, final int error) {
        if (error != EMSGSIZE && uncut.add(host)) {
            LOGGER.log(
                    System.Logger.Level.WARNING,
                    "the system rejected UDP_SEGMENT, so datagrams are sent one by one: host=" + host.address()
                            + " errno=" + error);
        }
        return SEPARATE;
    }

    private void prepare(final int index, final Outgoing runs, final int run, final long memory) {
        final int header = index * HEADER;
        final int rest = rest(Outgoing.MOST, index);
        sending.putInt(header + NAME_LENGTH, name(rest + NAME_AT, runs.hosts[run]));
        sending.putLong(rest, memory + runs.begins[run]);
        sending.putLong(rest + Long.BYTES, runs.ends[run] - runs.begins[run]);
        final boolean isCut = runs.counts[run] > 1;
        sending.putLong(header + CONTROL_LENGTH, isCut ? SEGMENT_CONTROL : 0);
        if (isCut) {
            final int control = rest + CONTROL_AT;
            sending.putLong(control, SEGMENT_LENGTH);
            sending.putInt(control + 8, SOL_UDP);
            sending.putInt(control + 12, UDP_SEGMENT);
            sending.putShort(control + 16, (short) runs.lengths[run]);
        }
    }

    /** Writes a host's socket address and returns its length. */
    private int name(final int at, final Destination host) {
        sending.putShort(at, (short) (isIpv6 ? AF_INET6 : AF_INET));
        sending.putShort(at + 2, (short) host.address().getPort(), ByteOrder.BIG_ENDIAN);
        if (!isIpv6) {
            sending.putInt(at + 4, (int) host.gid().interfaceId(), ByteOrder.BIG_ENDIAN);
            return IPV4_NAME;
        }
        sending.putInt(at + 4, 0);
        sending.putLong(at + 8, host.gid().subnetPrefix(), ByteOrder.BIG_ENDIAN);
        sending.putLong(at + 16, host.gid().interfaceId(), ByteOrder.BIG_ENDIAN);
        sending.putInt(at + 24, scope);
        return IPV6_NAME;
    }

    /**
     * Sends the first {@code messages} messages. Returns the number sent, or the negative errno of the first message.
     */
    int send(final int messages) {
        return socket.send(sending.addressOffset(), messages);
    }

    @Override
    public int receive(final Incoming messages, final int most) {
        final int count = Math.min(most, Incoming.MOST);
        final long memory = BufferUtil.address(messages.memory);
        for (int i = 0; i < count; i++) {
            final int header = i * HEADER;
            final int rest = rest(Incoming.MOST, i);
            receiving.putInt(header + NAME_LENGTH, IPV6_NAME);
            receiving.putLong(header + CONTROL_LENGTH, CONTROL_ROOM);
            receiving.putLong(rest, memory + (long) i * Incoming.LONGEST);
            receiving.putLong(rest + Long.BYTES, Incoming.LONGEST);
        }
        final int received = receive(count);
        final long now = isTimed && received > 0 ? realTime() : 0;
        for (int i = 0; i < received; i++) {
            final int length = receiving.getInt(i * HEADER + RECEIVED);
            messages.set(
                    i, sender(rest(Incoming.MOST, i) + NAME_AT), length, datagramLength(i, length), waited(i, now));
        }
        return Math.max(0, received);
    }

    /**
     * Receives at most {@code most} messages. Returns the number received, or a number less than 1 if no message was
     * received.
     */
    int receive(final int most) {
        return socket.receive(receiving.addressOffset(), most);
    }

    /**
     * Returns the length of a message's datagrams. If this length is unknown, returns the length of the whole message,
     * which then contains no packet.
     */
    private int datagramLength(final int index, final int length) {
        final int header = index * HEADER;
        final int flags = receiving.getInt(header + FLAGS);
        if ((flags & (MSG_CTRUNC | MSG_TRUNC)) != 0) {
            return length;
        }
        final int joined = control(index, SOL_UDP, UDP_GRO);
        final int segment = joined != 0 ? receiving.getInt(joined) : length;
        return segment > 0 ? segment : length;
    }

    /** Returns the time, in ns, for which the kernel held a message; 0 if its arrival time is unknown. */
    private long waited(final int index, final long now) {
        final int stamp = control(index, SOL_SOCKET, SO_TIMESTAMPNS);
        return stamp == 0 ? 0 : Math.max(0, now - nanos(receiving, stamp));
    }

    private long realTime() {
        socket.realTime(clock.addressOffset());
        return nanos(clock, 0);
    }

    private static long nanos(final UnsafeBuffer buffer, final int at) {
        return buffer.getLong(at) * NANOS_PER_SECOND + buffer.getLong(at + Long.BYTES);
    }

    /** Returns the offset of a message's control data of the given type, or 0 if the message contains no such data. */
    private int control(final int index, final int level, final int type) {
        int at = rest(Incoming.MOST, index) + CONTROL_AT;
        final long end = at + Math.min(CONTROL_ROOM, receiving.getLong(index * HEADER + CONTROL_LENGTH));
        while (at + CONTROL_HEADER < end) {
            final long length = receiving.getLong(at);
            if (length < CONTROL_HEADER || length > end - at) {
                return 0;
            }
            if (receiving.getInt(at + 8) == level && receiving.getInt(at + 12) == type) {
                return at + CONTROL_HEADER;
            }
            at += (int) (length + Long.BYTES - 1) & -Long.BYTES;
        }
        return 0;
    }

    /**
     * Returns a message's sender. If the previous message at this index had the same sender, returns the same object.
     */
    private InetSocketAddress sender(final int name) {
        final int length = isIpv6 ? IPV6_NAME : IPV4_NAME / 2;
        int hash = 0;
        for (int i = 2; i < length; i += 2) {
            hash = hash * 31 + receiving.getShort(name + i);
        }
        final int place = (hash ^ hash >>> 8 ^ hash >>> 16) & SENDERS - 1;
        if (senders[place] == null) {
            names[place] = new UnsafeBuffer(new byte[IPV6_NAME]);
        } else if (isEqual(names[place], name, length)) {
            return senders[place];
        }
        names[place].putBytes(0, receiving, name, length);
        senders[place] = address(name);
        return senders[place];
    }

    private boolean isEqual(final UnsafeBuffer known, final int name, final int length) {
        for (int i = 0; i < length; i += 4) {
            if (known.getInt(i) != receiving.getInt(name + i)) {
                return false;
            }
        }
        return true;
    }

    private InetSocketAddress address(final int name) {
        final byte[] bytes = new byte[isIpv6 ? 16 : 4];
        receiving.getBytes(name + (isIpv6 ? 8 : 4), bytes);
        try {
            return new InetSocketAddress(
                    InetAddress.getByAddress(bytes),
                    Short.toUnsignedInt(receiving.getShort(name + 2, ByteOrder.BIG_ENDIAN)));
        } catch (final UnknownHostException e) {
            throw new AssertionError(e);
        }
    }
}
