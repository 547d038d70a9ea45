// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import org.agrona.BitUtil;

/**
 * How an arena's shards are cut, and how a buffer's number tells its shard and slot.
 *
 * <pre>
 *  30                                                     0
 * +---------------------------+-----------+---------------+
 * |           leaf            |   entry   |     slot      |   a leaf of the index holds up to 64 shards
 * +---------------------------+-----------+---------------+
 *                               leafBits      slotBits
 * </pre>
 *
 * <p>The slots of a shard are as many as whole buffers fit; {@code slotBits} is wide enough for the last one.
 */
public final class ShardGeometry {
    /**
     * Rows before the first buffer's state: a cache line, so that writing it does not slow down those who read the
     * length of the array for other buffers.
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
    /** Buffers in a shard. */
    public final int slots;

    final int slotBits;
    /** Bitmap words of a shard. */
    final int words;
    /** Bits of a shard's number that choose one of a leaf: as few as the only leaf of a small arena needs. */
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

    /** Throws an {@link IllegalArgumentException} for sizes that no arena can have. */
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
            throw new IllegalArgumentException("shards must be 1 to " + MAX_SHARDS
                    + " with 2^31 buffers at most: maxShards=" + maxShards + " buffersInShard=" + slots);
        }
    }

    /** Returns bytes of the smallest block that a shard is made of: a page, or more to hold a buffer. */
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

    /** Returns how many buffers come before one. */
    public long rank(final int buffer) {
        return (long) shard(buffer) * slots + slot(buffer);
    }

    /** Returns a buffer's row in the columns of its leaf. */
    int row(final int buffer) {
        return ROW_PADDING + (buffer & rowMask);
    }

    /** Returns which of its leaf's shards a buffer is in. */
    public int entry(final int buffer) {
        return (buffer & rowMask) >>> slotBits;
    }

    /** Returns bytes from the beginning of its shard to a buffer. */
    public int offset(final int buffer) {
        return slot(buffer) * bufferSize;
    }

    /** Returns buffers at the arena's limit. */
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
