// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.sim.config.MemoryMode;

/**
 * The buffers of each connection.
 *
 * @param credits   the number of RPCs that a client may have in flight, 1 to 16,384. This is also the number of
 *                  Receives posted for the client.
 * @param count     the number of Receive buffers, from the number of credits to 65,536.
 * @param size      the bytes per Receive buffer, a power of two from 1 KB to 256 KB that does not exceed the shard
 *                  size; 0 selects 4 KB, or more if the workload's largest Send needs it.
 * @param shardSize the bytes per shard, a power of two from 4 KB to 2 MB.
 * @param memory    the memory behind the addresses of Receive buffers.
 * @param isShared  true if all connections share one arena.
 * @param warmPools true if FRMR pools hold the regions of all connections before the first one starts.
 * @param sends     the source of the server's send buffers.
 */
public record BufferSettings(
        int credits,
        int count,
        int size,
        int shardSize,
        MemoryMode memory,
        boolean isShared,
        boolean warmPools,
        Sends sends) {
    /** The number of Receives posted per batch when Receives run low (the kernel's RPCRDMA_MAX_RECV_BATCH). */
    public static final int RECEIVE_BATCH = 7;

    /** The default number of bytes per Receive buffer. */
    public static final int USUAL_SIZE = 4096;

    private static final int MAX_CREDITS = 16_384;
    /** The maximum number of buffers. A shard may contain a single buffer, and an arena has at most 65,536 shards. */
    private static final int MAX_COUNT = 65_536;

    private static final int MIN_SHARD = 4096;
    private static final int MAX_SHARD = 2 << 20;
    /** The smallest buffer size that RFC 8797 private data can express. The largest is 256 KB. */
    static final int MIN_SIZE = 1 << 10;

    static final int MAX_SIZE = 256 << 10;

    /**
     * Checks the ranges.
     *
     * @param credits   the number of RPCs that a client may have in flight, 1 to 16,384. This is also the number of
     *                  Receives posted for the client.
     * @param count     the number of Receive buffers, from the number of credits to 65,536.
     * @param size      the bytes per Receive buffer, a power of two from 1 KB to 256 KB that does not exceed the shard
     *                  size; 0 selects 4 KB, or more if the workload's largest Send needs it.
     * @param shardSize the bytes per shard, a power of two from 4 KB to 2 MB.
     * @param memory    the memory behind the addresses of Receive buffers.
     * @param isShared  true if all connections share one arena.
     * @param warmPools true if FRMR pools hold the regions of all connections before the first one starts.
     * @param sends     the source of the server's send buffers.
     */
    public BufferSettings {
        InputException.checkRange("credits", credits, 1, MAX_CREDITS);
        powerOfTwo("shardSize", shardSize, MIN_SHARD, MAX_SHARD);
        if (size != 0) {
            powerOfTwo("bufferSize", size, MIN_SIZE, MAX_SIZE);
            if (size > shardSize) {
                throw new InputException(
                        "bufferSize must not be larger than a shard: bufferSize=" + size + " shardSize=" + shardSize);
            }
        }
        if (count < credits || count > MAX_COUNT) {
            throw new InputException(
                    "buffers must be " + credits + ", the credits, to " + MAX_COUNT + ": buffers=" + count);
        }
    }

    /** Returns the number of Receive buffers that Linux uses for a connection with the given credits. */
    static int count(final int credits) {
        return 2 * credits + RECEIVE_BATCH;
    }

    /** Returns these settings with a different buffer size. */
    BufferSettings ofSize(final int bytes) {
        return new BufferSettings(credits, count, bytes, shardSize, memory, isShared, warmPools, sends);
    }

    private static void powerOfTwo(final String name, final int value, final int least, final int most) {
        InputException.checkRange(name, value, least, most);
        if (Integer.bitCount(value) != 1) {
            throw new InputException(name + " must be a power of two: " + name + "=" + value);
        }
    }
}
