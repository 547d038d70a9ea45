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

import java.util.concurrent.atomic.AtomicInteger;
import org.agrona.BitUtil;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.VerbsException;

/**
 * Receive buffers of one size, cut from shards that are mapped for the device once.
 *
 * <pre>
 *  arena ----- shard 0 ---------------------------+   64 KB of native memory, aligned to its size,
 *    |         | buffer 0 | buffer 1 | ... | 15   |   made usable by a {@link ShardMapper}: one iova, one lkey
 *    |         +----------------------------------+
 *    +-------- shard 1 ---------------------------+   added when every buffer before it is out
 *    :         | buffer 0 | buffer 1 | ...        |
 * </pre>
 *
 * <p>A buffer is known by a primitive handle. {@link #acquire()} gives the lowest free buffer of the lowest shard;
 * a shard is added only where more buffers are wanted at once than all shards hold. The idea, and the defaults, are
 * those of "svcrdma: Introduce Receive buffer arenas" (RFC v2, August 2025).
 *
 * <p>The arena owns the shards' memory and mappings until {@link #close()}, which refuses while buffers are out.
 * Whoever acquired a buffer owns it until it is released, once; before that the device must be done with it: its
 * Receive has completed or was flushed.
 *
 * <p>Thread-safe; acquire and release take no lock but where a shard is added. No data-path method makes an object.
 * A handle that was released, or is another arena's, is refused by every method: the latter with the certainty of
 * 28 bits. Two threads that release the same handle at the same moment, or one that uses a buffer while another
 * releases it, are not always caught.
 */
public final class ReceiveArena implements AutoCloseable {
    /** Not a handle: what {@link #tryAcquire()} returns at the arena's limit. */
    public static final long NONE = -1L;

    private static final AtomicInteger ARENAS = new AtomicInteger();

    private final int bufferSize;
    private final int shardSize;
    private final int maxShards;
    private final int slots;
    private final int firstGeneration;
    private final BufferCount count;
    private final Shards shards;

    /**
     * Makes an arena without shards; the first is added by the first buffer that is acquired.
     *
     * @param context what it is made of; concluded here, and free to be used for another arena.
     * @throws IllegalArgumentException where a size or number is out of range.
     */
    public ReceiveArena(final Context context) {
        context.conclude();
        bufferSize = context.bufferSize;
        shardSize = context.shardSize;
        maxShards = context.maxShards;
        slots = shardSize / bufferSize;
        // Far apart from one arena to the next (Fibonacci hashing), so that a foreign handle does not fit.
        firstGeneration = ARENAS.getAndIncrement() * 0x9E3779B9;
        count = new BufferCount((long) maxShards * slots);
        shards = new Shards(context.memory, context.mapper, shardSize, bufferSize, firstGeneration, count);
    }

    /**
     * Acquires the lowest free buffer. Its bytes are what they were left as.
     *
     * @return its handle, never negative.
     * @throws ArenaExhaustedException where every buffer is out and no shard may be added.
     * @throws VerbsException where memory for a shard or its mapping is not to be had; the arena is as before.
     * @throws IllegalStateException where the arena is closed.
     */
    public long acquire() {
        final long handle = tryAcquire();
        if (handle == NONE) {
            throw new ArenaExhaustedException(maxShards, (long) maxShards * slots);
        }
        return handle;
    }

    /**
     * Acquires the lowest free buffer if there is one or a shard may be added. Its bytes are what they were left as.
     *
     * @return its handle, or {@link #NONE} where the arena is at its limit.
     * @throws VerbsException where memory for a shard or its mapping is not to be had; the arena is as before.
     * @throws IllegalStateException where the arena is closed.
     */
    public long tryAcquire() {
        final long entry = count.enter();
        if (entry == 0) {
            return NONE;
        }
        boolean found = false;
        try {
            final long handle = shards.take();
            found = true;
            shards.totals().noteInUse(entry);
            return handle;
        } finally {
            if (!found) {
                count.leave();
            }
        }
    }

    /**
     * Gives a buffer back.
     *
     * @param handle what acquiring it returned; not good for anything afterwards.
     * @throws IllegalStateException where the buffer was released before.
     * @throws IllegalArgumentException where the handle is none of this arena's.
     */
    public void release(final long handle) {
        final Shard shard = shardOf(handle);
        if (!shard.release(BufferHandle.slot(handle))) {
            throw new IllegalStateException("buffer is free already: " + BufferHandle.toString(handle));
        }
        shards.markFree(shard);
        count.leave();
    }

    /**
     * Where a buffer is in memory.
     *
     * @param handle the buffer's handle.
     * @return the native address of its first byte.
     * @throws IllegalStateException where the buffer was released.
     * @throws IllegalArgumentException where the handle is none of this arena's.
     */
    public long address(final long handle) {
        return shardOf(handle).address + offset(handle);
    }

    /**
     * Where the device finds a buffer.
     *
     * @param handle the buffer's handle.
     * @return the iova of its first byte.
     * @throws IllegalStateException where the buffer was released.
     * @throws IllegalArgumentException where the handle is none of this arena's.
     */
    public long iova(final long handle) {
        return shardOf(handle).mapping.iova(offset(handle));
    }

    /**
     * The key that covers a buffer in local work requests.
     *
     * @param handle the buffer's handle.
     * @return the lkey.
     * @throws IllegalStateException where the buffer was released.
     * @throws IllegalArgumentException where the handle is none of this arena's.
     */
    public int lkey(final long handle) {
        return shardOf(handle).mapping.lkey(offset(handle));
    }

    /**
     * Makes what the device wrote into a buffer visible to the processor, before the processor reads it.
     *
     * @param handle the buffer's handle.
     * @param length bytes received, 0 to {@link #bufferSize()}; exactly these are synchronized.
     * @throws IllegalStateException where the buffer was released.
     * @throws IllegalArgumentException where the handle is none of this arena's, or the length is out of range.
     */
    public void syncForCpu(final long handle, final int length) {
        final Shard shard = shardOf(handle);
        if (length < 0 || length > bufferSize) {
            throw new IllegalArgumentException(
                    "length is not within the buffer: length=" + length + " bufferSize=" + bufferSize);
        }
        if (length > 0) {
            shard.mapping.syncForCpu(offset(handle), length);
        }
    }

    /**
     * The size of every buffer.
     *
     * @return bytes.
     */
    public int bufferSize() {
        return bufferSize;
    }

    /**
     * The size of every shard.
     *
     * @return bytes, a power of two.
     */
    public int shardSize() {
        return shardSize;
    }

    /**
     * What the arena holds and how much of it is used.
     *
     * @return a view of the present values, good for as long as wanted.
     */
    public ArenaMetrics metrics() {
        return shards.totals();
    }

    /**
     * Ends every mapping and gives every shard's memory back. Where a mapping cannot be ended, its shard's memory is
     * kept, since the device may still write to it, and everything else is given back; calling again tries the rest.
     * A closed arena stays closed.
     *
     * @throws IllegalStateException while buffers are out, naming how many and which; nothing has changed then.
     * @throws VerbsException the first failure, with the others as suppressed exceptions.
     */
    @Override
    public void close() {
        shards.close();
    }

    private int offset(final long handle) {
        return BufferHandle.slot(handle) * bufferSize;
    }

    private Shard shardOf(final long handle) {
        final Shard shard = handle < 0 ? null : shards.get(BufferHandle.shard(handle));
        final int slot = BufferHandle.slot(handle);
        if (shard == null || slot >= slots) {
            throw new IllegalArgumentException("not a buffer of this arena: " + BufferHandle.toString(handle));
        }
        final int generation = shard.generation(slot);
        if (!BufferHandle.hasGeneration(handle, generation)) {
            throw refused(handle, shard, BufferHandle.age(handle, generation));
        }
        return shard;
    }

    private RuntimeException refused(final long handle, final Shard shard, final int age) {
        final int slot = BufferHandle.slot(handle);
        if (age > BufferHandle.age(BufferHandle.of(firstGeneration, 0, 0), shard.generation(slot))) {
            return new IllegalArgumentException("not a buffer of this arena: " + BufferHandle.toString(handle));
        }
        return new IllegalStateException("buffer was released already: " + BufferHandle.toString(handle)
                + " releasesSince=" + age + (shard.isFree(slot) ? ", free now" : ", out again under another handle"));
    }

    /**
     * What an arena is made of. Every setter returns this context; {@link #conclude()} checks it.
     */
    public static final class Context {
        private static final int MIN_SHARD_SIZE = 4096;
        private static final int MAX_SHARD_SIZE = 2 * 1024 * 1024;
        private static final int MIN_BUFFER_SIZE = 64;

        private ShardMapper mapper;
        private MemoryAllocator memory;
        private int bufferSize = 4096;
        private int shardSize = 65_536;
        private int maxShards = 65_536;

        /** Makes a context with the defaults: buffers of 4 KB, up to 65,536 shards of 64 KB. */
        public Context() {}

        /**
         * Sets what makes shards usable by the device. Required.
         *
         * @param value the mapper.
         * @return this.
         */
        public Context mapper(final ShardMapper value) {
            mapper = value;
            return this;
        }

        /**
         * Sets where the shards' memory comes from. Required.
         *
         * @param value the allocator, of the device that the mapper maps for.
         * @return this.
         */
        public Context memory(final MemoryAllocator value) {
            memory = value;
            return this;
        }

        /**
         * Sets the size of every buffer.
         *
         * @param bytes 64 to the shard size, a multiple of 64; 4096 by default.
         * @return this.
         */
        public Context bufferSize(final int bytes) {
            bufferSize = bytes;
            return this;
        }

        /**
         * Sets the size of every shard.
         *
         * @param bytes a power of two from 4096 to 2 MB, or the size of a buffer where that is a smaller power of two: a
         *              shard for each buffer; 65,536 by default.
         * @return this.
         */
        public Context shardSize(final int bytes) {
            shardSize = bytes;
            return this;
        }

        /**
         * Sets how many shards the arena has at most.
         *
         * @param shards 1 to 1,048,576; 65,536 by default.
         * @return this.
         */
        public Context maxShards(final int shards) {
            maxShards = shards;
            return this;
        }

        /**
         * Checks the context.
         *
         * @return this.
         * @throws IllegalArgumentException where a size or number is out of range, or a required part is missing.
         */
        public Context conclude() {
            if (mapper == null || memory == null) {
                throw new IllegalArgumentException(
                        "mapper and memory are required: mapper=" + mapper + " memory=" + memory);
            }
            final int minShardSize = Math.max(MIN_BUFFER_SIZE, Math.min(MIN_SHARD_SIZE, bufferSize));
            if (!BitUtil.isPowerOfTwo(shardSize) || shardSize < minShardSize || shardSize > MAX_SHARD_SIZE) {
                throw new IllegalArgumentException("shard size must be a power of 2 from " + minShardSize + " to "
                        + MAX_SHARD_SIZE + ": shardSize=" + shardSize);
            }
            if (bufferSize < MIN_BUFFER_SIZE || bufferSize > shardSize || bufferSize % MIN_BUFFER_SIZE != 0) {
                throw new IllegalArgumentException("buffer size must be a multiple of " + MIN_BUFFER_SIZE + " up to the"
                        + " shard size: bufferSize=" + bufferSize + " shardSize=" + shardSize);
            }
            if (maxShards < 1 || maxShards > BufferHandle.MAX_SHARDS) {
                throw new IllegalArgumentException(
                        "shards must be 1 to " + BufferHandle.MAX_SHARDS + ": maxShards=" + maxShards);
            }
            return this;
        }
    }
}
