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

/**
 * The states of all buffers, and what of the geometry it takes to find one: as near as can be to who releases a buffer.
 * The states are columns of the {@link ShardLeaf}s, which write them as well.
 */
final class BufferStates {
    private static final VarHandle STATE = MethodHandles.arrayElementVarHandle(int[].class);

    private final int leafShift;
    private final int columnMask;
    private final int plain;
    private volatile int[][] leaves = {};

    /** Where none is to be plain, as when races are to be caught, every hold is ended by those who look closer. */
    BufferStates(final ShardGeometry geometry, final int tag, final boolean noneIsPlain) {
        leafShift = geometry.leafShift;
        columnMask = geometry.columnMask;
        // No state is posted and held by nobody.
        plain = tag ^ (noneIsPlain ? BufferState.POSTED : BufferState.HELD_ONCE);
    }

    /** Adds the states of the next leaf. Done by one thread at a time. */
    void add(final int[] states) {
        final int[][] grown = Arrays.copyOf(leaves, leaves.length + 1);
        grown[leaves.length] = states;
        leaves = grown;
    }

    /**
     * Ends the only hold of a buffer with nothing special to it; false, with nothing changed, where it is none. Not
     * atomic: of two threads at the same moment both may succeed.
     */
    boolean endHold(final long handle) {
        final int[][] all = leaves;
        final int leaf = leaf(handle);
        return leaf < all.length && endHold(all[leaf], column(handle), state(handle));
    }

    /**
     * Ends holds as long as they are of that kind, and puts down the handles that the buffers have next; returns how many.
     */
    int endHolds(final long[] handles, final int from, final int count, final long[] next, final int at) {
        final int[][] all = leaves;
        int ended = 0;
        while (ended < count) {
            final long handle = handles[from + ended];
            final int leaf = leaf(handle);
            if (leaf >= all.length || !endHold(all[leaf], column(handle), state(handle))) {
                break;
            }
            next[at + ended++] = BufferHandle.next(handle);
        }
        return ended;
    }

    private static boolean endHold(final int[] states, final int column, final long expected) {
        if (Integer.toUnsignedLong((int) STATE.getAcquire(states, column)) != expected) {
            return false;
        }
        STATE.setRelease(states, column, (int) expected + BufferState.GENERATION);
        return true;
    }

    private int leaf(final long handle) {
        return BufferHandle.buffer(handle) >>> leafShift;
    }

    private int column(final long handle) {
        return ShardGeometry.COLUMN_PADDING + (BufferHandle.buffer(handle) & columnMask);
    }

    /** The state of a buffer that the handle is good for; more than a state where the handle is negative. */
    private long state(final long handle) {
        return handle >>> BufferHandle.BUFFER_BITS ^ plain;
    }
}
