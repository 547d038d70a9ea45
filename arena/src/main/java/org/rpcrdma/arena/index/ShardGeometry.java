// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import org.agrona.BitUtil;

/**
 * The layout of an arena's shards, and the position of the shard and the slot in a buffer's number. Immutable.
 *
 * <pre>
 *  30                                                     0
 * +---------------------------+-----------+---------------+
 * |           leaf            |   entry   |     slot      |   a leaf of the index holds up to 64 shards
 * +---------------------------+-----------+---------------+
 *                               leafBits      slotBits
 * </pre>
 *
 * <p>A shard has one slot per whole buffer that fits. There are enough {@code slotBits} to represent the last slot.
 */
public final class ShardGeometry {
    /**
     * The number of unused rows before the first buffer's state. They fill a cache line, so that writing the state does
     * not slow down threads that read the array's length. Their states remain 0, which no handle matches.
     */
    public static final int ROW_PADDING = 16;

    private static final int MIN_SHARD_SIZE = 4096;
    private static final int MAX_SHARD_SIZE = 2 * 1024 * 1024;
    private static final int MIN_BUFFER_SIZE = 64;
    private static final int MAX_SHARDS = 1 << 20;
    private static final int MOST_LEAF_BITS = 6;

    public final int bufferSize;
    public final int shardSize;
    public final int maxShards;
    /** The number of buffers in a shard. */
    public final int slots;

    final int slotBits;
    /** The number of bitmap words of a shard. */
    final int words;
    /**
     * The number of bits in a shard's number that select its entry in a leaf. A small arena has only one leaf, which
     * needs fewer bits.
     */
    final int leafBits;

    final int leafShift;
    public final int rowMask;

    public ShardGeometry(final int bufferSize, final int shardSize, final int maxShards) {
        this.bufferSize = bufferSize;
        this.shardSize = shardSize;
        this.maxShards = maxShards;
        this.slots = shardSize / bufferSize;
        this.slotBits = bitsFor(slots);
        this.words = (slots + ShardLeaf.SLOTS_IN_WORD - 1) / ShardLeaf.SLOTS_IN_WORD;
        this.leafBits = Math.min(MOST_LEAF_BITS, bitsFor(maxShards));
        this.leafShift = slotBits + leafBits;
        this.rowMask = (1 << leafShift) - 1;
    }

    /** Checks the sizes. Throws {@link IllegalArgumentException} if a size is invalid. */
    public static void check(final int bufferSize, final int shardSize, final int maxShards) {
        final int minShardSize = Math.max(MIN_BUFFER_SIZE, Math.min(MIN_SHARD_SIZE, bufferSize));
        if (!BitUtil.isPowerOfTwo(shardSize) || shardSize < minShardSize || shardSize > MAX_SHARD_SIZE) {
            throw new IllegalArgumentException("shard size must be a power of 2 from " + minShardSize + " to "
                    + MAX_SHARD_SIZE + ": shardSize=" + shardSize);
        }
        if (bufferSize < MIN_BUFFER_SIZE || bufferSize > shardSize || bufferSize % MIN_BUFFER_SIZE != 0) {
            throw new IllegalArgumentException("buffer size must be a multiple of " + MIN_BUFFER_SIZE + " up to the"
                    + " shard size: bufferSize=" + bufferSize + " shardSize=" + shardSize);
        }
        final int slots = shardSize / bufferSize;
        final long numbers = (long) maxShards * BitUtil.findNextPositivePowerOfTwo(slots);
        if (maxShards < 1 || maxShards > MAX_SHARDS || numbers > 1L << HandleBits.BUFFER_BITS) {
            throw new IllegalArgumentException("number of shards must be between 1 and " + MAX_SHARDS
                    + ", with at most 2^31 buffers in total: maxShards=" + maxShards + " buffersInShard=" + slots);
        }
    }

    /** Returns the minimum block size for a shard in pieces: a page, or more if a buffer is larger than a page. */
    public int leastPiece() {
        return Math.max(MIN_SHARD_SIZE, BitUtil.findNextPositivePowerOfTwo(bufferSize));
    }

    private static int bitsFor(final int values) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(values - 1);
    }

    public int shard(final int buffer) {
        return buffer >>> slotBits;
    }

    public int slot(final int buffer) {
        return buffer & (1 << slotBits) - 1;
    }

    public int buffer(final int shard, final int slot) {
        return shard << slotBits | slot;
    }

    /** Returns a buffer's rank, which is the number of buffers with lower numbers. */
    public long rank(final int buffer) {
        return (long) shard(buffer) * slots + slot(buffer);
    }

    /** Returns a buffer's row in its leaf's arrays. */
    int row(final int buffer) {
        return ROW_PADDING + (buffer & rowMask);
    }

    /** Returns the entry of a buffer's shard in its leaf. */
    public int entry(final int buffer) {
        return (buffer & rowMask) >>> slotBits;
    }

    /** Returns a buffer's offset in its shard, in bytes. */
    public int offset(final int buffer) {
        return slot(buffer) * bufferSize;
    }

    /** Returns the maximum number of buffers in the arena. */
    public long maxBuffers() {
        return (long) maxShards * slots;
    }

    public String toString(final long handle) {
        final int buffer = HandleBits.buffer(handle);
        if (handle < 0) {
            return "handle=0x" + Long.toHexString(handle) + (handle == HandleBits.NONE ? " (NONE)" : "");
        }
        return "handle=0x" + Long.toHexString(handle) + " shard=" + shard(buffer) + " slot=" + slot(buffer);
    }
}
