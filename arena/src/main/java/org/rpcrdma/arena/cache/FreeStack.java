// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.rpcrdma.arena.index.BufferOwner;
import org.rpcrdma.arena.index.BufferStates;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.verbs.jvm.Fields;

/**
 * A stack of free buffers in front of the shards, used by one owner at a time: no atomic operation on the way in or
 * out.
 *
 * <pre>
 *   64 bytes                                                    64 bytes
 *  | padding | handle | handle | handle |  ...          | ... | padding |
 *                ^                    ^                    ^
 *              bottom                top                capacity
 * </pre>
 *
 * <p>A buffer on the stack is free: its generation has stepped on, and the handle kept here is the one that its next
 * holder gets. Sizes are read by other threads for the arena's figures, and may be a little old there.
 */
public class FreeStack extends BufferOwner {
    public static final int MAX_CAPACITY = 65_536;

    static final int PADDING = 8;
    /** Added to the count by putting: a buffer on the stack, and a release. */
    private static final long ONE_PUT = (1L << 32) + 1;

    private static final VarHandle COUNT = Fields.of(MethodHandles.lookup(), "count", long.class);

    public final int capacity;
    final long[] handles;
    /**
     * Buffers that were put here ever, in the upper half, and the buffers here now. The owner reads it plainly, since
     * nobody else writes it meanwhile, and writes it opaquely: other threads, which read it opaquely for the figures,
     * never see half of it.
     */
    private long count;

    FreeStack(final int capacity) {
        this.capacity = capacity;
        this.handles = new long[capacity + 2 * PADDING];
    }

    private void setCount(final long value) {
        COUNT.setOpaque(this, value);
    }

    /** Returns the buffers on the stack, for its owner. */
    final int held() {
        return (int) count;
    }

    /** Takes the buffer that was put last; {@link HandleBits#NONE} if there is none, or there are more than limit. */
    final long pop(final int limit) {
        final long now = count;
        final int left = (int) now - 1;
        if (left < 0 || left >= limit) {
            return HandleBits.NONE;
        }
        setCount(now - 1);
        return handles[PADDING + left];
    }

    final boolean hasRoom(final int limit) {
        return (int) count < limit;
    }

    /** Puts a buffer, by the handle it has next, if there is room. */
    final void add(final long handle) {
        final long now = count;
        handles[PADDING + (int) now] = handle;
        setCount(now + ONE_PUT);
    }

    /** Puts a buffer, by the handle it has next; false if the stack is full. */
    public final boolean push(final long handle) {
        final boolean hasRoom = hasRoom(capacity);
        if (hasRoom) {
            add(handle);
        }
        return hasRoom;
    }

    /** Takes as many buffers as there are of those wanted; returns how many. */
    public final int pop(final long[] into, final int offset, final int wanted) {
        final int taken = Math.min(wanted, held());
        System.arraycopy(handles, PADDING + held() - taken, into, offset, taken);
        setCount(count - taken);
        return taken;
    }

    /** Ends holds of buffers and puts these, as long as it can be done; returns how many. */
    final int putEnded(
            final BufferStates states, final long[] from, final int offset, final int most, final BufferOwner owner) {
        final int size = held();
        final int room = Math.min(most, capacity - size);
        final int put = room == 0 ? 0 : states.endHolds(from, offset, room, handles, PADDING + size, owner);
        setCount(count + put * ONE_PUT);
        return put;
    }

    /** Fills an empty stack with the lowest free buffers of a shard, the lowest on top; returns how many. */
    public final int refill(final FreeList shared, final BufferOwner owner) {
        final int taken = shared.take(handles, PADDING, Math.max(1, capacity / 2), owner);
        for (int i = PADDING, j = PADDING + taken - 1; i < j; i++, j--) {
            final long swapped = handles[i];
            handles[i] = handles[j];
            handles[j] = swapped;
        }
        setCount(count + taken);
        return taken;
    }

    /** Hands the buffers at the bottom, those that have lain longest, to the shards; returns how many. */
    final int flush(final FreeList shared, final int most) {
        final int flushed = Math.min(most, held());
        for (int i = 0; i < flushed; i++) {
            shared.put(HandleBits.buffer(handles[PADDING + i]));
        }
        System.arraycopy(handles, PADDING + flushed, handles, PADDING, held() - flushed);
        setCount(count - flushed);
        return flushed;
    }

    /** Returns the handles of the buffers on the stack. */
    final LongStream present() {
        return Arrays.stream(handles, PADDING, PADDING + size());
    }

    /** Returns buffers on the stack. */
    public final int size() {
        return (int) touches();
    }

    /** Returns buffers that were put here ever. */
    final long releases() {
        return touches() >>> 32;
    }

    /** Changes with every use, but for one that takes as much as it puts by refilling. */
    final long touches() {
        return (long) COUNT.getOpaque(this);
    }
}
