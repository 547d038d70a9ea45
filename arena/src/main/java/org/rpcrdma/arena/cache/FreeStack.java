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
 * A stack of free buffers in front of the shards. Used by one thread at a time.
 *
 * <pre>
 *   64 bytes                                                            64 bytes
 *  | padding | handle | handle | handle | handle |  ...        |  ...  | padding |
 *                ^         ^              ^          ^
 *              bottom    line            top      ceiling: a release at this height takes the slow path
 * </pre>
 *
 * <p>A buffer on the stack is free: its generation has advanced, and the stack stores the handle for its next holder.
 * Other threads read the size for the arena's figures, and may observe an older value.
 *
 * <p>The line is the stack's low-water mark. The buffers below it were not used since the stack last aged or
 * overflowed. Ageing returns them to the shards and moves the line to the top. A pop below the line takes the slow
 * path, which lowers the line.
 */
public abstract class FreeStack extends Padding {
    public static final int MAX_CAPACITY = 65_536;

    static final int PADDING = 8;
    /** The value of the line if nothing has been popped since the line was last moved. */
    static final int UNTOUCHED = Integer.MAX_VALUE;
    /** The maximum number of buffers that a slow-path pop moves above the line, in addition to the popped buffer. */
    private static final int MOST_AHEAD = 64;
    /** The amount that a push adds to the count: one push and one buffer on the stack. */
    static final long ONE_PUSH = (1L << 32) + 1;

    static final VarHandle COUNT = Fields.of(MethodHandles.lookup(), "count", long.class);

    long[] handles;
    /**
     * The total number of pushes in the upper half, and the number of buffers on the stack in the lower half. The
     * stack's thread reads the field in plain mode and writes it in opaque mode. Other threads read it in opaque mode
     * and never observe a torn value.
     */
    long count;

    int ceiling;
    int line;
    /**
     * The number of buffers that the next slow-path pop moves above the line in addition to the popped buffer. This
     * number doubles each time.
     */
    private int ahead;

    FreeStack(final int room) {
        handles = new long[room + 2 * PADDING];
    }

    private void setCount(final long value) {
        COUNT.setOpaque(this, value);
    }

    /** Returns the number of buffers on the stack. Called only by the stack's thread. */
    final int height() {
        return (int) count;
    }

    /** Returns the number of buffers that still fit in the array. */
    final int room() {
        return handles.length - 2 * PADDING;
    }

    final void makeRoom(final int least) {
        if (least > room()) {
            handles = Arrays.copyOf(handles, least + 2 * PADDING);
        }
    }

    final void shrink(final int most) {
        if (most < room()) {
            handles = Arrays.copyOf(handles, most + 2 * PADDING);
        }
    }

    /** Pops the last buffer pushed if the stack is higher than a floor; otherwise returns {@link HandleBits#NONE}. */
    final long pop(final int floor) {
        final int left = height() - 1;
        if (left < floor) {
            return HandleBits.NONE;
        }
        setCount(count - 1);
        return handles[PADDING + left];
    }

    /** Lowers the line so that a buffer below it can be popped. */
    final void lowerLine() {
        line = Math.max(0, Math.min(line, height() - 1 - ahead));
        ahead = Math.min(MOST_AHEAD, 2 * ahead + 1);
    }

    /** Pops up to the wanted number of buffers. Returns the number popped. */
    final int pop(final long[] into, final int offset, final int wanted) {
        final int taken = Math.min(wanted, height());
        System.arraycopy(handles, PADDING + height() - taken, into, offset, taken);
        setCount(count - taken);
        line = Math.min(line, height());
        return taken;
    }

    /** Pushes a buffer under its next handle. The array must have a free element. */
    final void push(final long handle) {
        handles[PADDING + height()] = handle;
        setCount(count + ONE_PUSH);
    }

    /**
     * Ends the holds of buffers and pushes the buffers, up to the first buffer that it cannot push. Returns the number
     * pushed.
     */
    final int endAndPush(final ShardIndex index, final long[] from, final int offset, final int most, final int owner) {
        final int height = height();
        final int room = Math.min(most, ceiling - height);
        final int pushed = room <= 0 ? 0 : index.endHolds(from, offset, room, handles, PADDING + height, owner);
        setCount(count + pushed * ONE_PUSH);
        return pushed;
    }

    /**
     * Pushes free buffers if the array has room for them, with the highest buffer of a shard on top. Returns the number
     * pushed.
     */
    final int fetch(final FreeList shards, final int wanted, final int from, final int owner) {
        final int taken = shards.take(handles, PADDING + height(), wanted, from, owner);
        setCount(count + taken * ONE_PUSH);
        return taken;
    }

    /**
     * Pushes free buffers onto the empty stack, with the lowest buffer of a shard on top. Returns the number pushed.
     */
    final int refill(final FreeList shards, final int wanted, final int from, final int owner) {
        final int taken = fetch(shards, wanted, from, owner);
        for (int i = PADDING, j = PADDING + taken - 1; i < j; i++, j--) {
            final long swapped = handles[i];
            handles[i] = handles[j];
            handles[j] = swapped;
        }
        return taken;
    }

    /** Moves the oldest buffers, which are at the bottom, to the shards. Returns the number moved. */
    final int flush(final FreeList shards, final int most, final boolean isUse) {
        final int flushed = Math.min(most, height());
        for (int i = 0; i < flushed; i++) {
            shards.put(HandleBits.buffer(handles[PADDING + i]), isUse);
        }
        System.arraycopy(handles, PADDING + flushed, handles, PADDING, height() - flushed);
        setCount(count - flushed);
        return flushed;
    }

    /** Moves buffers from the bottom of a full stack to the shards. Returns the number moved. */
    final int overflow(final FreeList shards, final int most) {
        line = UNTOUCHED;
        ahead = 0;
        return flush(shards, most, true);
    }

    /** Moves buffers below the line to the shards, up to a maximum number. Returns the number moved. */
    final int age(final FreeList shards, final int most) {
        final int given = flush(shards, Math.min(line, most), false);
        line = height();
        ahead = 0;
        return given;
    }

    /** Returns the handles of the buffers on the stack. During the call, the owner may replace the array. */
    final LongStream present() {
        final long[] present = handles;
        return Arrays.stream(present, PADDING, Math.min(PADDING + size(), present.length - PADDING));
    }

    /** Returns the number of buffers on the stack; thread-safe. */
    public final int size() {
        return (int) (long) COUNT.getOpaque(this);
    }

    /** Returns the total number of pushes; thread-safe. */
    final long pushes() {
        return (long) COUNT.getOpaque(this) >>> 32;
    }
}
