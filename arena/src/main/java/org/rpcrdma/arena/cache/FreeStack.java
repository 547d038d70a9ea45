// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.jvm.Fields;
import org.rpcrdma.arena.jvm.Padding;

/**
 * A stack of free buffers in front of the shards, used by one thread at a time.
 *
 * <pre>
 *   64 bytes                                                            64 bytes
 *  | padding | handle | handle | handle | handle |  ...        |  ...  | padding |
 *                ^         ^              ^          ^
 *              bottom    line            top      ceiling: a release at this height takes a closer look
 * </pre>
 *
 * <p>A buffer on the stack is free: its generation has stepped on, and the handle kept here is the one that its next
 * holder gets. Other threads read the size for the arena's figures, and may see an older value.
 *
 * <p>The stack ages by its low-water mark, the line. What lies below it was not touched since the stack aged before, or
 * overflowed: ageing returns it to the shards and puts the line to the top. A pop from below the line takes a closer
 * look, which lowers it.
 */
public abstract class FreeStack extends Padding {
    public static final int MAX_CAPACITY = 65_536;

    static final int PADDING = 8;
    /** The line of a stack from which nothing was popped yet. */
    static final int UNTOUCHED = Integer.MAX_VALUE;
    /** The most buffers that a closer look puts above the line beyond the one that is popped. */
    private static final int MOST_AHEAD = 64;
    /** Added to the count by a push: a buffer on the stack, and a push. */
    static final long ONE_PUSH = (1L << 32) + 1;

    static final VarHandle COUNT = Fields.of(MethodHandles.lookup(), "count", long.class);

    long[] handles;
    /**
     * All buffers ever pushed, in the upper half, and the buffers here now. The stack's user reads it plainly and
     * writes it opaquely: other threads, which read it opaquely, never see half of a value.
     */
    long count;

    int ceiling;
    int line;
    /** Buffers that the next closer look puts above the line beyond the one that is popped: twice as many each time. */
    private int ahead;

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
        final int left = height() - 1;
        if (left < floor) {
            return HandleBits.NONE;
        }
        setCount(count - 1);
        return handles[PADDING + left];
    }

    /** Lowers the line for a pop from below it. */
    final void lowerLine() {
        line = Math.max(0, Math.min(line, height() - 1 - ahead));
        ahead = Math.min(MOST_AHEAD, 2 * ahead + 1);
    }

    /** Pops as many buffers as there are of those wanted; returns how many. */
    final int pop(final long[] into, final int offset, final int wanted) {
        final int taken = Math.min(wanted, height());
        System.arraycopy(handles, PADDING + height() - taken, into, offset, taken);
        setCount(count - taken);
        line = Math.min(line, height());
        return taken;
    }

    /** Pushes a buffer, by the handle it has next. There must be room. */
    final void push(final long handle) {
        handles[PADDING + height()] = handle;
        setCount(count + ONE_PUSH);
    }

    /** Ends holds of buffers and pushes these, up to the first that it cannot push; returns how many. */
    final int endAndPush(final ShardIndex index, final long[] from, final int offset, final int most, final int owner) {
        final int height = height();
        final int room = Math.min(most, ceiling - height);
        final int pushed = room <= 0 ? 0 : index.endHolds(from, offset, room, handles, PADDING + height, owner);
        setCount(count + pushed * ONE_PUSH);
        return pushed;
    }

    /** Pushes free buffers, the highest of a shard on top; returns how many. There must be room. */
    final int fetch(final FreeList shards, final int wanted, final int from, final int owner) {
        final int taken = shards.take(handles, PADDING + height(), wanted, from, owner);
        setCount(count + taken * ONE_PUSH);
        return taken;
    }

    /** Pushes free buffers on the empty stack, the lowest of a shard on top; returns how many. */
    final int refill(final FreeList shards, final int wanted, final int from, final int owner) {
        final int taken = fetch(shards, wanted, from, owner);
        for (int i = PADDING, j = PADDING + taken - 1; i < j; i++, j--) {
            final long swapped = handles[i];
            handles[i] = handles[j];
            handles[j] = swapped;
        }
        return taken;
    }

    /** Returns the buffers at the bottom, which were pushed first, to the shards; returns how many. */
    final int flush(final FreeList shards, final int most, final boolean isUse) {
        final int flushed = Math.min(most, height());
        for (int i = 0; i < flushed; i++) {
            shards.put(HandleBits.buffer(handles[PADDING + i]), isUse);
        }
        System.arraycopy(handles, PADDING + flushed, handles, PADDING, height() - flushed);
        setCount(count - flushed);
        return flushed;
    }

    /** Returns the buffers at the bottom of a full stack to the shards; returns how many. */
    final int overflow(final FreeList shards, final int most) {
        line = UNTOUCHED;
        ahead = 0;
        return flush(shards, most, true);
    }

    /** Returns the buffers below the line to the shards, up to a number; returns how many. */
    final int age(final FreeList shards, final int most) {
        final int given = flush(shards, Math.min(line, most), false);
        line = height();
        ahead = 0;
        return given;
    }

    /** Returns the handles of the buffers on the stack. */
    final LongStream present() {
        return Arrays.stream(handles, PADDING, PADDING + size());
    }

    /** Returns the buffers on the stack, to any thread. */
    public final int size() {
        return (int) (long) COUNT.getOpaque(this);
    }

    /** Returns all buffers ever pushed here, to any thread. */
    final long pushes() {
        return (long) COUNT.getOpaque(this) >>> 32;
    }
}
