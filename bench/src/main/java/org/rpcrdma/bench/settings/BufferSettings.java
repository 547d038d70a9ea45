// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.sim.config.MemoryMode;

/**
 * The buffers of each connection.
 *
 * @param credits   RPCs that a client may have outstanding, and Receives posted for it, 1 to 16,384.
 * @param count     Receive buffers, from the credits to 65,536.
 * @param size      bytes of a Receive buffer, a power of two from 1 KB to 256 KB and to the shard's size; 0 for 4 KB,
 *                  or as many as the workload's largest Send needs.
 * @param shardSize bytes of a shard, a power of two from 4 KB to 2 MB.
 * @param memory    the memory behind the addresses of Receive buffers.
 * @param isShared  true if all connections share one arena.
 * @param warmPools true if FRMR pools hold the regions of all connections before the first one begins.
 * @param sends     where the server's send buffers come from.
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
    /** Receives that are posted at once when Receives run low (the kernel's RPCRDMA_MAX_RECV_BATCH). */
    public static final int RECEIVE_BATCH = 7;

    /** Bytes of a Receive buffer if the workload needs no more. */
    public static final int USUAL_SIZE = 4096;

    private static final int MAX_CREDITS = 16_384;
    /** A shard may be a buffer, and an arena has 65,536 shards. */
    private static final int MAX_COUNT = 65_536;

    private static final int MIN_SHARD = 4096;
    private static final int MAX_SHARD = 2 << 20;
    /** The least size that RFC 8797 private data can express; the largest is 256 KB. */
    static final int MIN_SIZE = 1 << 10;

    static final int MAX_SIZE = 256 << 10;

    /**
     * Checks the ranges.
     *
     * @param credits RPCs that a client may have outstanding, and Receives posted for it, 1 to 16,384.
     * @param count Receive buffers, from the credits to 65,536.
     * @param size bytes of a Receive buffer, a power of two from 1 KB to 256 KB and to the shard's size; 0 for 4 KB,
     *     or as many as the workload's largest Send needs.
     * @param shardSize bytes of a shard, a power of two from 4 KB to 2 MB.
     * @param memory the memory behind the addresses of Receive buffers.
     * @param isShared true if all connections share one arena.
     * @param warmPools true if FRMR pools hold the regions of all connections before the first one begins.
     * @param sends where the server's send buffers come from.
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

    /** Returns the Receive buffers of a connection with so many credits, as Linux has them. */
    static int count(final int credits) {
        return 2 * credits + RECEIVE_BATCH;
    }

    /** Returns the same with buffers of a size. */
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
