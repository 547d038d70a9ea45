// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Effort;

/**
 * Tests mutated headers. They cause neither an exception nor a read outside the message. First, the message is in a
 * buffer of exactly its size, so that a read outside it would throw an exception. It is then placed between guard
 * bytes, where all results must be the same.
 */
class RpcRdmaHeaderFuzzTest {
    private static final int ROUNDS = Effort.of(50_000, 400_000);
    private static final int GUARD = 64;
    private static final int[] TELLING_WORDS = {
        0, 1, 2, 3, 4, 5, 64, 0x0fff_ffff, 0x1000_0000, 0x7fff_ffff, -1, 0x8000_0000
    };

    private final RpcRdmaHeader header = new RpcRdmaHeader();
    private final RpcMessage rpc = new RpcMessage();
    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[8192]);
    private final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();

    @Test
    void shouldStayInsideMutatedHeaders() {
        final String given = System.getProperty("seed", "");
        final long seed = given.isEmpty() ? System.nanoTime() : Long.parseLong(given);
        final SplittableRandom random = new SplittableRandom(seed);
        final int[] statuses = new int[9];
        for (int round = 0; round < ROUNDS; round++) {
            final byte[] message = mutated(random);
            final byte[] guarded = new byte[message.length + 2 * GUARD];
            Arrays.fill(guarded, (byte) random.nextInt());
            System.arraycopy(message, 0, guarded, GUARD, message.length);
            final String where = "seed=" + seed + " round=" + round;
            try {
                final long exact = everything(new UnsafeBuffer(message), 0, message.length, statuses);
                final long between = everything(new UnsafeBuffer(guarded), GUARD, message.length, statuses);
                assertEquals(exact, between, where);
            } catch (final RuntimeException e) {
                throw new AssertionError(where, e);
            }
        }
        for (int status = 0; status < HeaderStatus.BAD_AUTH; status++) {
            assertTrue(statuses[status] > 0, "never seen: " + HeaderStatus.nameOf(status) + " seed=" + seed);
        }
    }

    private byte[] mutated(final SplittableRandom random) {
        writer.wrap(buffer, 0, buffer.capacity());
        int length;
        if (random.nextInt(8) == 0) {
            length = random.nextBoolean() ? writer.versionError(1, 1, 1, 1, 1) : writer.chunkError(1, 1, 1);
        } else {
            writer.begin(random.nextInt(), 64, random.nextInt(2));
            for (int i = random.nextInt(4); i > 0; i--) {
                writer.readSegment(random.nextInt(), random.nextInt(), random.nextInt(), random.nextLong());
            }
            for (int chunk = random.nextInt(10) == 0 ? 66 : random.nextInt(3); chunk > 0; chunk--) {
                writer.writeChunk();
                for (int i = random.nextInt(3); i > 0; i--) {
                    writer.segment(random.nextInt(), random.nextInt(), random.nextLong());
                }
            }
            if (random.nextBoolean()) {
                writer.replyChunk().segment(1, 2, 3);
            }
            length = writer.finish();
        }
        length += 4 * random.nextInt(12);
        for (int i = random.nextInt(4); i > 0; i--) {
            if (random.nextBoolean()) {
                buffer.putInt(
                        4 * random.nextInt(length / 4),
                        TELLING_WORDS[random.nextInt(TELLING_WORDS.length)],
                        java.nio.ByteOrder.BIG_ENDIAN);
            } else {
                buffer.putByte(random.nextInt(length), (byte) random.nextInt());
            }
        }
        final byte[] message = new byte[random.nextInt(4) == 0 ? random.nextInt(length + 1) : length];
        buffer.getBytes(0, message);
        return message;
    }

    /** Reads everything that may be read, and combines the values into a single number. */
    private long everything(final UnsafeBuffer bytes, final int offset, final int length, final int[] statuses) {
        final int status = header.wrap(bytes, offset, length);
        statuses[status]++;
        long all = status;
        if (status == HeaderStatus.TOO_SHORT) {
            return all;
        }
        all = all * 31 + header.xid() + header.version() + header.credits() + header.procedure();
        for (int i = 0; i < header.readSegmentCount(); i++) {
            all = all * 31
                    + header.readPosition(i)
                    + header.readHandle(i)
                    + header.readLength(i)
                    + header.readOffset(i);
        }
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            for (int i = 0; i < header.writeSegmentCount(chunk); i++) {
                all = all * 31
                        + header.writeHandle(chunk, i)
                        + header.writeLength(chunk, i)
                        + header.writeOffset(chunk, i);
            }
        }
        for (int i = 0; i < header.replySegmentCount(); i++) {
            all = all * 31 + header.replyHandle(i) + header.replyLength(i) + header.replyOffset(i);
        }
        assertTrue(status != HeaderStatus.VALID || header.headerLength() <= length);
        final int rest = Math.max(0, length - header.headerLength());
        return all * 31 + rpc(bytes, offset + length - rest, rest);
    }

    private long rpc(final UnsafeBuffer bytes, final int offset, final int length) {
        final int status = rpc.wrap(bytes, offset, length);
        if (status != HeaderStatus.VALID) {
            return status;
        }
        assertTrue(rpc.bodyOffset() <= length);
        return rpc.messageType() == RpcMessage.CALL
                ? rpc.program() + rpc.programVersion() + rpc.procedure()
                : rpc.replyStatus() + rpc.detailStatus();
    }
}
