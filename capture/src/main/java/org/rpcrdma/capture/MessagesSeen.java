// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Stores the transaction ids of the latest messages. They are used to recognize a reply that arrives before its call.
 *
 * <p>Sequence numbers order only the packets of one direction. The order between the two directions follows from the
 * rule that a reply comes after its call.
 */
final class MessagesSeen {
    private static final int SIZE = 1 << 16;
    /**
     * The number of slots in which a message may be stored. With a single slot, some calls would be replaced before
     * their replies arrive.
     */
    private static final int WAYS = 8;

    private static final int GROUPS = SIZE / WAYS;
    /** A factor that assigns the messages of different directions to different groups. */
    private static final int STRIDE = 0x9e37_79b1;
    /** The offset of the procedure in a transport header. The chunk lists follow the procedure. */
    private static final int PROCEDURE_AT = 12;

    private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;

    private final RpcRdmaHeader header = new RpcRdmaHeader();
    /** The hashes of directions and transaction ids. Hashes of successive ids are in adjacent groups. */
    private final int[] marks = new int[SIZE];
    /** For each group, the slot that contains the oldest message, which the next message will replace. */
    private final byte[] oldest = new byte[GROUPS];

    /** Records a Send that belongs to a direction. */
    void add(final int direction, final UnsafeBuffer buffer, final int offset, final int captured) {
        if (captured >= Integer.BYTES) {
            final int xid = buffer.getInt(offset, BIG_ENDIAN);
            final int mark = mark(direction, xid);
            final int group = group(direction, xid);
            if (!contains(group, mark)) {
                marks[group * WAYS + (oldest[group]++ & WAYS - 1)] = mark;
            }
        }
    }

    /**
     * Returns true if the first packet of a Send starts a reply to a call that the peer has not yet been seen to send.
     */
    boolean isEarlyReply(final CapturedPacket packet, final int peer) {
        return packet.captured >= Integer.BYTES && !isInlineCall(packet) && !contains(packet, peer) && isReply(packet);
    }

    /** Returns true if the first packet of a Send starts a reply to one of the peer's messages. */
    boolean isReplyTo(final CapturedPacket packet, final int peer) {
        return packet.captured >= Integer.BYTES && contains(packet, peer) && isReply(packet);
    }

    /**
     * Returns true if a direction has sent a message with the same transaction id as the given first packet of a Send.
     */
    boolean contains(final CapturedPacket packet, final int direction) {
        final int xid = word(packet, 0);
        return contains(group(direction, xid), mark(direction, xid));
    }

    /** Returns true if the first packet of a Send starts a reply. */
    boolean isReply(final CapturedPacket packet) {
        return isHeader(packet)
                && switch (header.procedure()) {
                    case RpcRdmaHeader.RDMA_MSG -> isOfType(packet, RpcMessage.REPLY);
                    case RpcRdmaHeader.RDMA_NOMSG -> header.readSegmentCount() == 0;
                    default -> header.procedure() == RpcRdmaHeader.RDMA_ERROR;
                };
    }

    /** Returns true if the first packet of a Send starts a call. */
    boolean isCall(final CapturedPacket packet) {
        return isHeader(packet)
                && switch (header.procedure()) {
                    case RpcRdmaHeader.RDMA_MSG -> isOfType(packet, RpcMessage.CALL);
                    default ->
                        header.procedure() == RpcRdmaHeader.RDMA_NOMSG
                                && header.readSegmentCount() > 0
                                && header.readPosition(0) == 0;
                };
    }

    /** Recognizes most calls quickly. Most calls consist of an RDMA_MSG without chunks, followed by an RPC call. */
    private static boolean isInlineCall(final CapturedPacket packet) {
        return packet.captured >= RpcRdmaHeader.MIN_LENGTH + 2 * Integer.BYTES
                && word(packet, RpcRdmaHeader.MIN_LENGTH + Integer.BYTES) == RpcMessage.CALL
                && word(packet, PROCEDURE_AT) == RpcRdmaHeader.RDMA_MSG
                && (word(packet, PROCEDURE_AT + Integer.BYTES)
                                | word(packet, PROCEDURE_AT + 2 * Integer.BYTES)
                                | word(packet, PROCEDURE_AT + 3 * Integer.BYTES))
                        == 0;
    }

    private boolean isHeader(final CapturedPacket packet) {
        return header.wrap(packet.buffer, packet.payloadOffset, packet.captured) == HeaderStatus.VALID;
    }

    private boolean isOfType(final CapturedPacket packet, final int type) {
        final int rpc = header.headerLength();
        return packet.captured - rpc >= 2 * Integer.BYTES
                && word(packet, rpc) == header.xid()
                && word(packet, rpc + Integer.BYTES) == type;
    }

    private static int word(final CapturedPacket packet, final int at) {
        return packet.buffer.getInt(packet.payloadOffset + at, BIG_ENDIAN);
    }

    private boolean contains(final int group, final int mark) {
        final int first = group * WAYS;
        for (int place = first; place < first + WAYS; place++) {
            if (marks[place] == mark) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns a hash. It is the same each time that a capture is read, because replaced entries may affect the order of
     * messages.
     */
    private static int mark(final int direction, final int xid) {
        final long key = (long) direction << Integer.SIZE | Integer.toUnsignedLong(xid);
        final long mixed = (key ^ key >>> 29) * MULTIPLIER;
        return (int) ((mixed ^ mixed >>> 32) * MULTIPLIER >>> 32);
    }

    /**
     * Returns the group in which a message is stored. The grouping works for callers that increment transaction ids in
     * either byte order.
     */
    private static int group(final int direction, final int xid) {
        return xid + Integer.reverseBytes(xid) + direction * STRIDE & GROUPS - 1;
    }
}
