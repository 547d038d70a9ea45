// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * A program whose calls specify their own treatment and contain the seed of all their bytes.
 *
 * <pre>
 *   call    xid, CALL, 2, program, 1, 1, no credential, no verifier | treatment | delay, ms | seed (hyper) |
 *           pattern ...
 *   reply   xid, REPLY | pattern ...
 *   reverse xid, CALL | seed (hyper) | pattern ...
 * </pre>
 */
final class SoakProtocol {
    static final int PROGRAM = 0x2000_7274;
    static final int TREATMENT = 40;
    static final int DELAY = 44;
    static final int SEED = 48;
    static final int CALL_HEAD = 56;
    static final int REPLY_HEAD = 8;
    static final int REVERSE_SEED = 8;
    static final int REVERSE_HEAD = 16;
    private static final int PROGRAM_AT = 12;
    private static final int LONGEST_INLINE_REPLY = 700;

    /** The distances between the seeds that a single call uses. */
    static final int READ = 1 << 20;

    static final int WRITE = 2 << 20;
    static final int REPLY = 3 << 20;

    /** The way in which the service treats a call. */
    enum Treatment {
        ANSWER,
        /** Answer after the delay. */
        ANSWER_LATE,
        /** Defer the call, and answer after the delay. */
        ANSWER_DEFERRED,
        /** Answer, and call the client back. */
        CALL_BACK,
        REFUSE,
        DROP,
        FAIL
    }

    private SoakProtocol() {}

    static int program(final RpcCall call) {
        return call.message().getInt(call.messageOffset() + PROGRAM_AT, BIG_ENDIAN);
    }

    static void writeHead(
            final MutableDirectBuffer message,
            final int xid,
            final Treatment treatment,
            final int delay,
            final long seed) {
        final int[] head = {xid, 0, 2, PROGRAM, 1, 1, 0, 0, 0, 0, treatment.ordinal(), delay};
        for (int i = 0; i < head.length; i++) {
            message.putInt(Integer.BYTES * i, head[i], BIG_ENDIAN);
        }
        message.putLong(SEED, seed, BIG_ENDIAN);
    }

    /** Returns the number of bytes to write into a Write chunk: 0, part of its capacity, or all of its capacity. */
    static int writtenLength(final long seed, final int chunk, final int capacity) {
        return switch (SoakPattern.number(seed, WRITE + chunk, 4)) {
            case 0 -> 0;
            case 1 -> capacity;
            default -> SoakPattern.number(seed, WRITE + 8 + chunk, capacity + 1);
        };
    }

    static int replyLength(final long seed, final int chunkCapacity) {
        final int room = chunkCapacity == 0 ? LONGEST_INLINE_REPLY : chunkCapacity;
        return REPLY_HEAD + SoakPattern.number(seed, REPLY, room - REPLY_HEAD);
    }

    static void writeReply(final MutableDirectBuffer reply, final int xid, final int length, final long seed) {
        reply.putInt(0, xid, BIG_ENDIAN);
        reply.putInt(4, 1, BIG_ENDIAN);
        SoakPattern.fill(reply, REPLY_HEAD, length - REPLY_HEAD, seed + REPLY);
    }

    static boolean isReply(
            final DirectBuffer reply, final int offset, final int length, final int xid, final long seed) {
        return reply.getInt(offset, BIG_ENDIAN) == xid
                && reply.getInt(offset + 4, BIG_ENDIAN) == 1
                && SoakPattern.matches(reply, offset + REPLY_HEAD, length - REPLY_HEAD, seed + REPLY);
    }

    static int writeReverseCall(final MutableDirectBuffer message, final int xid, final long seed) {
        final int length = REVERSE_HEAD + SoakPattern.number(seed, READ, 900);
        message.putInt(0, xid, BIG_ENDIAN);
        message.putInt(4, 0, BIG_ENDIAN);
        message.putLong(REVERSE_SEED, seed, BIG_ENDIAN);
        SoakPattern.fill(message, REVERSE_HEAD, length - REVERSE_HEAD, seed + READ);
        return length;
    }
}
