/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.arena;

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
final class ShardGeometry {
    /**
     * Columns before the first buffer's state: a cache line, so that writing it does not slow down those who read the length of the
     * array for other buffers.
     */
    static final int COLUMN_PADDING = 16;

    final int bufferSize;
    final int shardSize;
    final int maxShards;
    /** Buffers in a shard. */
    final int slots;

    final int slotBits;
    /** Bitmap words of a shard. */
    final int words;
    /** Bits of a shard's number that choose one of a leaf: as few as the only leaf of a small arena needs. */
    final int leafBits;

    final int leafShift;
    final int columnMask;

    ShardGeometry(final int bufferSize, final int shardSize, final int maxShards) {
        this.bufferSize = bufferSize;
        this.shardSize = shardSize;
        this.maxShards = maxShards;
        this.slots = shardSize / bufferSize;
        this.slotBits = bitsFor(slots);
        this.words = (slots + ShardLeaf.SLOTS_IN_WORD - 1) / ShardLeaf.SLOTS_IN_WORD;
        this.leafBits = Math.min(IndexNode.BITS, bitsFor(maxShards));
        this.leafShift = slotBits + leafBits;
        this.columnMask = (1 << leafShift) - 1;
    }

    private static int bitsFor(final int values) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(values - 1);
    }

    int shard(final int buffer) {
        return buffer >>> slotBits;
    }

    int slot(final int buffer) {
        return buffer & (1 << slotBits) - 1;
    }

    int buffer(final int shard, final int slot) {
        return shard << slotBits | slot;
    }

    /** How many buffers come before one. */
    long rank(final int buffer) {
        return (long) shard(buffer) * slots + slot(buffer);
    }

    /** Which leaf of the index a buffer is in. */
    int leaf(final int buffer) {
        return buffer >>> leafShift;
    }

    /** Where in its leaf's columns a buffer is. */
    int column(final int buffer) {
        return COLUMN_PADDING + (buffer & columnMask);
    }

    /** Which of its leaf's shards a buffer is in. */
    int entry(final int buffer) {
        return (buffer & columnMask) >>> slotBits;
    }

    /** Bytes from the beginning of its shard to a buffer. */
    int offset(final int buffer) {
        return slot(buffer) * bufferSize;
    }

    /** Buffers at the arena's limit. */
    long maxBuffers() {
        return (long) maxShards * slots;
    }

    String toString(final long handle) {
        final int buffer = BufferHandle.buffer(handle);
        return "handle=0x" + Long.toHexString(handle) + " shard=" + shard(buffer) + " slot=" + slot(buffer);
    }
}
