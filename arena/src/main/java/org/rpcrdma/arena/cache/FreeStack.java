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
import org.rpcrdma.arena.jvm.Fields;

/**
 * A stack of free buffers in front of the shards, used by one thread at a time.
 *
 * <pre>
 *   64 bytes                                                   64 bytes
 *  | padding | handle | handle | handle |  ...        |  ...  | padding |
 *                ^                    ^          ^
 *              bottom                top      ceiling: a release at this height takes a closer look
 * </pre>
 *
 * <p>A buffer on the stack is free: its generation has stepped on, and the handle kept here is the one that its next
 * holder gets. Other threads read the size for the arena's figures, and may see an older value.
 */
public abstract class FreeStack extends BufferOwner {
    public static final int MAX_CAPACITY = 65_536;

    static final int PADDING = 8;
    /** Added to the count by a release: a buffer on the stack, and a release. */
    private static final long ONE_RELEASE = (1L << 32) + 1;

    private static final VarHandle COUNT = Fields.of(MethodHandles.lookup(), "count", long.class);

    long[] handles;
    /**
     * All buffers ever released here, in the upper half, and the buffers here now. The stack's user reads it plainly
     * and writes it opaquely: other threads, which read it opaquely, never see half of a value.
     */
    private long count;
    /** 0 after an ageing pass: the next release then reports that the stack is in use again. */
    int ceiling;

    FreeStack(final int room) {
        handles = new long[room + 2 * PADDING];
    }

    private void setCount(final long value) {
        COUNT.setOpaque(this, value);
    }

    /** Returns the buffers on the stack, to its user. */
    final int height() {
        return (int) count;
    }

    /** Returns how many buffers the array has room for. */
    final int room() {
        return handles.length - 2 * PADDING;
    }

    final void makeRoom(final int least) {
        if (least > room()) {
            handles = Arrays.copyOf(handles, least + 2 * PADDING);
        }
    }

    /** Pops the buffer that was pushed last, if more than a number are on the stack; else {@link HandleBits#NONE}. */
    final long pop(final int floor) {
        final long now = count;
        final int left = (int) now - 1;
        if (left < floor) {
            return HandleBits.NONE;
        }
        setCount(now - 1);
        return handles[PADDING + left];
    }

    /** Pops as many buffers as there are of those wanted; returns how many. */
    final int pop(final long[] into, final int offset, final int wanted) {
        final int taken = Math.min(wanted, height());
        System.arraycopy(handles, PADDING + height() - taken, into, offset, taken);
        setCount(count - taken);
        return taken;
    }

    /** Pushes a buffer, by the handle it has next. There must be room. */
    final void push(final long handle) {
        final long now = count;
        handles[PADDING + (int) now] = handle;
        setCount(now + ONE_RELEASE);
    }

    /** Ends the only hold of a buffer with nothing special to it, and pushes it; otherwise changes nothing. */
    final boolean endAndPush(final BufferStates states, final long handle, final BufferOwner owner) {
        if (height() >= ceiling || !states.endHold(handle, owner)) {
            return false;
        }
        push(HandleBits.next(handle));
        return true;
    }

    /** Ends holds of buffers and pushes these, up to the first that it cannot push; returns how many. */
    final int endAndPush(
            final BufferStates states, final long[] from, final int offset, final int most, final BufferOwner owner) {
        final int height = height();
        final int room = Math.min(most, ceiling - height);
        final int pushed = room <= 0 ? 0 : states.endHolds(from, offset, room, handles, PADDING + height, owner);
        setCount(count + pushed * ONE_RELEASE);
        return pushed;
    }

    /** Pushes free buffers of a shard, the highest on top; returns how many. There must be room. */
    final int fetch(final FreeList shards, final int wanted, final int from, final BufferOwner owner) {
        final int taken = shards.take(handles, PADDING + height(), wanted, from, owner);
        setCount(count + taken);
        return taken;
    }

    /** Pushes free buffers of a shard on the empty stack, the lowest on top; returns how many. */
    final int refill(final FreeList shards, final int wanted, final int from, final BufferOwner owner) {
        final int taken = fetch(shards, wanted, from, owner);
        for (int i = PADDING, j = PADDING + taken - 1; i < j; i++, j--) {
            final long swapped = handles[i];
            handles[i] = handles[j];
            handles[j] = swapped;
        }
        return taken;
    }

    /** Returns the buffers at the bottom, which were pushed first, to the shards; returns how many. */
    final int flush(final FreeList shards, final int most) {
        final int flushed = Math.min(most, height());
        for (int i = 0; i < flushed; i++) {
            shards.put(HandleBits.buffer(handles[PADDING + i]));
        }
        System.arraycopy(handles, PADDING + flushed, handles, PADDING, height() - flushed);
        setCount(count - flushed);
        return flushed;
    }

    /** Returns the handles of the buffers on the stack. */
    final LongStream present() {
        return Arrays.stream(handles, PADDING, PADDING + size());
    }

    /** Returns the buffers on the stack, to any thread. */
    public final int size() {
        return (int) (long) COUNT.getOpaque(this);
    }

    /** Returns all buffers ever released here, to any thread. */
    final long releases() {
        return (long) COUNT.getOpaque(this) >>> 32;
    }
}
