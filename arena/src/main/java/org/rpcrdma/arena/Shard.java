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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * A shard: memory that was mapped once, cut into slots of one buffer each, and a bitmap of the free ones.
 *
 * <pre>
 *  address                                          address + shardSize
 *  +----------+----------+----------+-- ... --+-----+
 *  |  slot 0  |  slot 1  |  slot 2  |         |rest |   rest: smaller than a buffer, never used
 *  +----------+----------+----------+-- ... --+-----+
 *  bitmap:      bit n of word n/64 is set while slot n is free
 *  generations: one for each slot, stepped by its release
 * </pre>
 *
 * <p>Slots are taken and given back from any thread without a lock. A generation is written by the slot's owner
 * before the slot is free again, and read by the next owner after it took the slot: the bitmap word orders the two.
 */
final class Shard {
    static final int NO_SLOT = -1;

    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    final int id;
    final long address;
    final ShardMapping mapping;
    private final MemoryBlock block;
    private final long[] free;
    private final int[] generations;
    private boolean returned;

    /** Where the index keeps this shard; set by the index before the shard can be found. */
    IndexNode leaf;

    Shard(
            final int id,
            final MemoryBlock block,
            final ShardMapping mapping,
            final int slots,
            final int firstGeneration) {
        this.id = id;
        this.block = block;
        this.address = block.address();
        this.mapping = mapping;
        this.free = new long[(slots + Long.SIZE - 1) / Long.SIZE];
        this.generations = new int[slots];
        Arrays.fill(generations, firstGeneration);
        Arrays.fill(free, -1L);
        // Shift counts wrap: a multiple of 64 slots keeps every bit of the last word.
        free[free.length - 1] = -1L >>> -slots;
    }

    /** Takes the lowest free slot; {@link #NO_SLOT} where there is none. */
    int take() {
        for (int i = 0; i < free.length; i++) {
            long word;
            while ((word = (long) WORD.getVolatile(free, i)) != 0) {
                if (WORD.compareAndSet(free, i, word, word & word - 1)) {
                    return i * Long.SIZE + Long.numberOfTrailingZeros(word);
                }
            }
        }
        return NO_SLOT;
    }

    /** Makes a slot free; false where it is already. */
    boolean release(final int slot) {
        if (isFree(slot)) {
            return false;
        }
        generations[slot]++;
        final long bit = 1L << slot;
        return ((long) WORD.getAndBitwiseOr(free, slot / Long.SIZE, bit) & bit) == 0;
    }

    boolean isFree(final int slot) {
        return ((long) WORD.getVolatile(free, slot / Long.SIZE) & 1L << slot) != 0;
    }

    boolean hasFree() {
        for (int i = 0; i < free.length; i++) {
            if ((long) WORD.getVolatile(free, i) != 0) {
                return true;
            }
        }
        return false;
    }

    int slots() {
        return generations.length;
    }

    int generation(final int slot) {
        return generations[slot];
    }

    /** Ends the mapping, then gives the memory back; does what is left of that where a call before failed. */
    void close() {
        mapping.close();
        if (!returned) {
            block.close();
            returned = true;
        }
    }
}
