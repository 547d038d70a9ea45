// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Set;
import org.rpcrdma.arena.index.BufferOwner;
import org.rpcrdma.arena.index.HandleBits;

/**
 * A stack of free buffers in front of the shards, used by one owner at a time: no atomic operation on the way in or
 * out, and no call from where a buffer is taken or put to where the stack says so, since one that overflows the
 * thread's stack would lose the buffer.
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

    public static final int PADDING = 8;
    /** Added to the count by putting: a buffer on the stack, and a release. */
    static final long ONE_PUT = (1L << 32) + 1;

    private static final VarHandle COUNT;

    public final int capacity;
    public final long[] handles;
    /**
     * Buffers that were put here ever, in the upper half, and the buffers here now. Written plainly, as that is no
     * call.
     */
    public long count;

    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            COUNT = lookup.findVarHandle(FreeStack.class, "count", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    FreeStack(final int capacity) {
        this.capacity = capacity;
        this.handles = new long[capacity + 2 * PADDING];
    }

    /** Takes the buffer that was put last; {@link HandleBits#NONE} if there is none, or there are more than limit. */
    final long pop(final int limit) {
        final long now = count;
        final int left = (int) now - 1;
        if (left < 0 || left >= limit) {
            return HandleBits.NONE;
        }
        count = now - 1;
        return handles[PADDING + left];
    }

    /** Puts a buffer, by the handle it has next; false if the stack is full. */
    public final boolean push(final long handle) {
        final long now = count;
        final int size = (int) now;
        if (size >= capacity) {
            return false;
        }
        handles[PADDING + size] = handle;
        count = now + ONE_PUT;
        return true;
    }

    /** Takes as many buffers as there are of those wanted; returns how many. */
    public final int pop(final long[] into, final int offset, final int wanted) {
        final int taken = Math.min(wanted, size());
        System.arraycopy(handles, PADDING + size() - taken, into, offset, taken);
        count -= taken;
        return taken;
    }

    /** Fills an empty stack with the lowest free buffers of a shard, the lowest on top; returns how many. */
    public final int refill(final FreeList shared, final BufferOwner owner) {
        final int taken = shared.take(handles, PADDING, Math.max(1, capacity / 2), owner);
        for (int i = PADDING, j = PADDING + taken - 1; i < j; i++, j--) {
            final long swapped = handles[i];
            handles[i] = handles[j];
            handles[j] = swapped;
        }
        count += taken;
        return taken;
    }

    /** Hands the buffers at the bottom, those that have lain longest, to the shards; returns how many. */
    final int flush(final FreeList shared, final int most) {
        final int wanted = Math.min(most, size());
        int flushed = 0;
        try {
            while (flushed < wanted) {
                shared.put(HandleBits.buffer(handles[PADDING + flushed]));
                flushed++;
            }
        } finally {
            final int left = (int) count - flushed;
            for (int i = 0; flushed > 0 && i < left; i++) {
                handles[PADDING + i] = handles[PADDING + flushed + i];
            }
            count -= flushed;
        }
        return flushed;
    }

    /** Adds the handles of the buffers on the stack. */
    final void copyTo(final Set<Long> into) {
        for (int i = PADDING; i < PADDING + size(); i++) {
            into.add(handles[i]);
        }
    }

    /** Returns buffers on the stack. */
    public final int size() {
        return (int) (long) COUNT.getOpaque(this);
    }

    /** Returns buffers that were put here ever. */
    final long releases() {
        return (long) COUNT.getOpaque(this) >>> 32;
    }

    /** Changes with every use, but for one that takes as much as it puts by refilling. */
    final long touches() {
        return (long) COUNT.getOpaque(this);
    }
}
