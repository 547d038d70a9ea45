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
 * The bits of a buffer's handle.
 *
 * <pre>
 *  63  62            35  34        15  14       0
 * +---+----------------+-------------+-----------+
 * | 0 |   generation   |    shard    |   slot    |
 * +---+----------------+-------------+-----------+
 *   1         28             20           15
 * </pre>
 *
 * <p>A buffer's generation steps with each release: a handle opens the buffer until it is released, and never
 * again (until the buffer was released 2<sup>28</sup> times). A handle is never negative.
 */
final class BufferHandle {
    static final int MAX_SLOTS = 1 << 15;
    static final int MAX_SHARDS = 1 << 20;

    private static final int SHARD_SHIFT = 15;
    private static final int GENERATION_SHIFT = 35;
    private static final int GENERATION_MASK = (1 << 28) - 1;

    private BufferHandle() {}

    static long of(final int generation, final int shard, final int slot) {
        return (long) (generation & GENERATION_MASK) << GENERATION_SHIFT | (long) shard << SHARD_SHIFT | slot;
    }

    static int slot(final long handle) {
        return (int) handle & MAX_SLOTS - 1;
    }

    static int shard(final long handle) {
        return (int) (handle >>> SHARD_SHIFT) & MAX_SHARDS - 1;
    }

    static boolean hasGeneration(final long handle, final int generation) {
        return handle >>> GENERATION_SHIFT == (generation & GENERATION_MASK);
    }

    /** How many releases ago, of a buffer that is at a generation now, the handle was good. */
    static int age(final long handle, final int generation) {
        return generation - (int) (handle >>> GENERATION_SHIFT) & GENERATION_MASK;
    }

    static String toString(final long handle) {
        return "handle=0x" + Long.toHexString(handle) + " shard=" + shard(handle) + " slot=" + slot(handle);
    }
}
