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
import java.util.Set;

/**
 * A stack of free buffers in front of the shards, used by one owner at a time: no atomic operation on the way in or out.
 *
 * <pre>
 *   64 bytes                                                    64 bytes
 *  | padding | handle | handle | handle |  ...          | ... | padding |
 *                ^                    ^                    ^
 *              floor                 top                ceiling
 * </pre>
 *
 * <p>A buffer on the stack is free: its generation has stepped on, and the handle kept here is the one that its next holder gets.
 * Taking stops at the floor and putting at the ceiling: 0 and the capacity, or nearer where the owner has a quota. Sizes are
 * read by other threads for the arena's figures, and may be a little old there.
 */
class BufferCache extends Padding {
    static final int MAX_CAPACITY = 65_536;

    private static final int PADDING = 8;
    /** What putting adds to the count: a buffer on the stack, and a release. */
    private static final long ONE_PUT = (1L << 32) + 1;

    private static final VarHandle COUNT;

    final int capacity;
    private final long[] handles;
    /** Buffers that were put here ever, in the upper half, and the buffers here now. */
    private long count;

    private int floor;
    private int ceiling;

    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            COUNT = lookup.findVarHandle(BufferCache.class, "count", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    BufferCache(final int capacity) {
        this.capacity = capacity;
        this.ceiling = capacity;
        this.handles = new long[capacity + 2 * PADDING];
    }

    /** Sets between which sizes the owner takes and puts. */
    final void limit(final int newFloor, final int newCeiling) {
        floor = newFloor;
        ceiling = newCeiling;
    }

    /** Takes the buffer that was put last; {@link ReceiveArena#NONE} at the floor. */
    final long pop() {
        final long now = count;
        final int left = (int) now - 1;
        if (left < floor) {
            return ReceiveArena.NONE;
        }
        COUNT.setOpaque(this, now - 1);
        return handles[PADDING + left];
    }

    /** Puts a buffer; false at the ceiling. */
    final boolean push(final long handle) {
        final long now = count;
        final int size = (int) now;
        if (size >= ceiling) {
            return false;
        }
        handles[PADDING + size] = handle;
        COUNT.setOpaque(this, now + ONE_PUT);
        return true;
    }

    /** Ends holds of buffers with nothing special to them, and puts those while there is room; returns how many. */
    final int push(final BufferStates states, final long[] from, final int offset, final int most) {
        final long now = count;
        final int room = Math.max(0, ceiling - (int) now);
        final int put = states.endHolds(from, offset, Math.min(most, room), handles, PADDING + (int) now);
        COUNT.setOpaque(this, now + put * ONE_PUT);
        return put;
    }

    /** Takes as many buffers as there are of those wanted, whatever the floor; returns how many. */
    final int pop(final long[] into, final int offset, final int wanted) {
        final int taken = Math.min(wanted, size());
        final int left = size() - taken;
        COUNT.setOpaque(this, count - taken);
        System.arraycopy(handles, PADDING + left, into, offset, taken);
        return taken;
    }

    /** Fills an empty stack with the lowest free buffers of a shard, the lowest on top; returns how many. */
    final int refill(final SharedBuffers shared) {
        final int taken = shared.take(handles, PADDING, Math.max(1, capacity / 2));
        for (int i = PADDING, j = PADDING + taken - 1; i < j; i++, j--) {
            final long swapped = handles[i];
            handles[i] = handles[j];
            handles[j] = swapped;
        }
        resize(taken);
        return taken;
    }

    /** Hands the buffers at the bottom, those that have lain longest, to the shards; returns how many. */
    final int flush(final SharedBuffers shared, final int most) {
        final int flushed = Math.min(most, size());
        final int left = size() - flushed;
        for (int i = PADDING; i < PADDING + flushed; i++) {
            shared.put(BufferHandle.buffer(handles[i]));
        }
        System.arraycopy(handles, PADDING + flushed, handles, PADDING, left);
        resize(left);
        return flushed;
    }

    /** Adds the handles of the buffers on the stack. */
    final void copyTo(final Set<Long> into) {
        for (int i = PADDING; i < PADDING + size(); i++) {
            into.add(handles[i]);
        }
    }

    private void resize(final int size) {
        COUNT.setOpaque(this, count - size() + size);
    }

    /** Buffers on the stack. */
    final int size() {
        return (int) (long) COUNT.getOpaque(this);
    }

    /** Buffers that were put here ever. */
    final long releases() {
        return (long) COUNT.getOpaque(this) >>> 32;
    }

    /** Changes with every use, but for one that takes as much as it puts by refilling. */
    final long touches() {
        return (long) COUNT.getOpaque(this);
    }
}
