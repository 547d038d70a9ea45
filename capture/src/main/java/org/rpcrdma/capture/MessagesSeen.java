// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.util.concurrent.ThreadLocalRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Remembers the transaction ids of the latest messages, to tell a reply whose call has not come yet.
 *
 * <p>Sequence numbers order the packets of one direction only. That a reply follows its call is what orders the two
 * directions.
 */
final class MessagesSeen {
    private static final int SIZE = 1 << 16;
    private static final long MULTIPLIER = 0x9e37_79b9_7f4a_7c15L;

    private final RpcRdmaHeader header = new RpcRdmaHeader();
    /** A hash of direction and transaction id, in a place that another one gives. */
    private final int[] marks = new int[SIZE];
    /** Keeps whoever makes a capture from choosing ids that take each other's place. */
    private final long secret = ThreadLocalRandom.current().nextLong();

    /** Notes that a Send of a direction is complete. */
    void add(final int direction, final UnsafeBuffer buffer, final int offset, final int captured) {
        if (captured >= Integer.BYTES) {
            final long hash = hash(direction, buffer.getInt(offset, BIG_ENDIAN));
            marks[place(hash)] = (int) hash;
        }
    }

    /** Returns true if the first packet of a Send begins a reply whose call is none of the peer's messages so far. */
    boolean isEarlyReply(final CapturedPacket packet, final int peer) {
        if (packet.captured < Integer.BYTES) {
            return false;
        }
        final long hash = hash(peer, word(packet, 0));
        return marks[place(hash)] != (int) hash
                && header.wrap(packet.buffer, packet.payloadOffset, packet.captured) == HeaderStatus.VALID
                && isReply(packet);
    }

    private boolean isReply(final CapturedPacket packet) {
        final int rpc = header.headerLength();
        return switch (header.procedure()) {
            case RpcRdmaHeader.RDMA_MSG ->
                packet.captured - rpc >= 2 * Integer.BYTES
                        && word(packet, rpc) == header.xid()
                        && word(packet, rpc + Integer.BYTES) == RpcMessage.REPLY;
            case RpcRdmaHeader.RDMA_NOMSG -> header.readSegmentCount() == 0;
            default -> header.procedure() == RpcRdmaHeader.RDMA_ERROR;
        };
    }

    private static int word(final CapturedPacket packet, final int at) {
        return packet.buffer.getInt(packet.payloadOffset + at, BIG_ENDIAN);
    }

    private long hash(final int direction, final int xid) {
        final long key = ((long) direction << Integer.SIZE | Integer.toUnsignedLong(xid)) ^ secret;
        final long mixed = (key ^ key >>> 29) * MULTIPLIER;
        return (mixed ^ mixed >>> 32) * MULTIPLIER;
    }

    private static int place(final long hash) {
        return (int) (hash >>> Long.SIZE - 16);
    }
}
