// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.jvm.Fields;

/**
 * The free buffers of an {@code ArenaEndpoint}, with its quota and reserve. It is separate from the endpoint, which
 * references the arena, so that a reference to this object does not keep the arena reachable. Unless a method's
 * documentation states otherwise, only the endpoint's thread may call it.
 *
 * <p>The endpoint owns the buffers on the stack and the buffers acquired through it. A thread that releases one of
 * these buffers elsewhere, for example a worker that releases it through the arena, reports the buffer here as lost.
 * The endpoint's thread subtracts lost buffers when it needs the count.
 */
public final class EndpointStack extends FreeStack {
    private static final VarHandle LOST = Fields.of(MethodHandles.lookup(), "lost", int.class);

    public final int quota;
    private final int capacity;
    /**
     * The number of buffers that were released elsewhere and are not yet subtracted. Volatile, because several threads
     * increment it.
     */
    private volatile int lost;
    /** The number of buffers that may be in use: the quota, or 0 after an error inside the arena. */
    volatile int allowed;
    /** True if this stack must age at its next use. */
    private volatile boolean isAsked;
    /**
     * The number of buffers reserved for the endpoint, either on the stack or acquired. The stack has space for these
     * buffers in addition to its cache size.
     */
    private int reserved;
    /**
     * The number of buffers that are acquired through the endpoint or on its stack, including lost buffers that are not
     * yet subtracted.
     */
    private int owned;
    /**
     * The height at which pops stop, because either the quota is exhausted or the line is reached. A single comparison
     * checks both.
     */
    int floor;
    /**
     * The endpoint's number in the arena, 1 or more; -1 after the endpoint is closed. The endpoint's thread writes it.
     */
    int number;

    public EndpointStack(final int capacity, final int quota) {
        super(0);
        this.capacity = capacity;
        this.quota = quota;
        allowed = quota;
    }

    /** Returns the number that marks the endpoint's buffers; -1 if the endpoint is closed. */
    public int number() {
        return number;
    }

    /** Records that a buffer was released elsewhere; thread-safe. */
    public void lose() {
        LOST.getAndAdd(this, 1);
    }

    /**
     * Adjusts the count for buffers that were acquired without the stack or, if the number is negative, released
     * without it.
     */
    public void own(final int more) {
        owned += more;
        floor = Math.max(line, owned - allowed);
        ceiling = Math.min(room(), owned > reserved ? capacity : reserved);
        // The thread that marks the arena as failed, or signals ageing, first writes the fields that are read below.
        VarHandle.fullFence();
        if (allowed == 0 || isAsked) {
            floor = Integer.MAX_VALUE;
            ceiling = 0;
        }
    }

    /** Subtracts buffers that were released elsewhere. */
    public void countLost() {
        if (lost > 0) {
            own(-(int) LOST.getAndSet(this, 0));
        }
    }

    /** Returns the number of buffers acquired through the endpoint. */
    public int inUse() {
        return owned() - size();
    }

    /** Returns the number of buffers that are acquired through the endpoint or free on its stack. */
    public int owned() {
        return owned - lost;
    }

    /** Returns the number of buffers that can still be taken according to the current counts. */
    public int left() {
        return quota - (owned - height());
    }

    /**
     * Pops the top buffer. Returns {@link HandleBits#NONE} if no buffer is above the line, or the quota is exhausted.
     */
    public long take() {
        return pop(floor);
    }

    /** Pops a buffer like {@link #take()}, but also from below the line. */
    public long takeBelowLine() {
        lowerLine();
        own(0);
        return pop(floor);
    }

    /** Pops up to the wanted number of buffers. Returns the number popped. */
    public int take(final long[] into, final int offset, final int wanted) {
        return pop(into, offset, wanted);
    }

    /**
     * Ends a plain buffer's only hold and pushes the buffer, if the endpoint owns it. Otherwise, changes nothing and
     * returns false.
     */
    public boolean release(final ShardIndex index, final long handle) {
        if (height() >= ceiling || !index.endHold(handle, number)) {
            return false;
        }
        push(HandleBits.next(handle));
        return true;
    }

    /**
     * Releases buffers like {@link #release(ShardIndex, long)}, up to the first buffer that it cannot push. Returns the
     * number released.
     */
    public int release(final ShardIndex index, final long[] from, final int offset, final int most) {
        return endAndPush(index, from, offset, most, number);
    }

    /** Fills the empty stack from the shards. Returns the number of buffers on it. */
    public int refill(final FreeList shards) {
        final int wanted = Math.max(1, capacity / 2);
        makeRoom(wanted);
        final int taken = refill(shards, wanted, 0, number);
        own(taken);
        return taken;
    }

    /** Pushes free buffers from a shard, with the highest on top. Returns the number pushed. */
    public int fetch(final FreeList shards, final int wanted) {
        makeRoom(height() + wanted);
        final int taken = fetch(shards, wanted, 0, number);
        own(taken);
        return taken;
    }

    /** Sets the reserve and moves the free buffers beyond it to the shards. Returns the number moved. */
    public int reserve(final FreeList shards, final int buffers) {
        makeRoom(buffers);
        reserved = buffers;
        final int given = flush(shards, Math.max(0, owned - reserved), true);
        own(-given);
        return given;
    }

    /** Frees the unused part of the array, which grows again when buffers are released. */
    public void trim() {
        try {
            shrink(Math.max(PADDING, height()));
        } catch (final OutOfMemoryError e) {
            return; // the stack keeps its array
        }
        own(0);
    }

    /** Returns true if the stack has free buffers beyond the reserve. */
    public boolean isSpare() {
        return height() > 0 && owned > reserved;
    }

    /** Pushes an owned buffer under its next handle. Returns false if the buffer must return to the shards. */
    public boolean keep(final FreeList shards, final long next) {
        age(shards);
        if (owned > reserved && height() >= capacity) {
            final int given = overflow(shards, Math.min(owned - reserved, (capacity + 1) / 2));
            own(-given);
            if (given == 0) {
                return false;
            }
        }
        if (height() == room() && !grow()) {
            return false;
        }
        push(next);
        own(0);
        return true;
    }

    /** Grows the array. Returns false if memory is insufficient. */
    private boolean grow() {
        try {
            makeRoom(Math.min(Math.max(capacity, reserved), Math.max(PADDING, 2 * height())));
            return true;
        } catch (final OutOfMemoryError e) {
            return false;
        }
    }

    /**
     * If the stack must age, moves untouched buffers beyond the reserve to the shards. Returns the number moved.
     */
    public int age(final FreeList shards) {
        if (!isAsked) {
            return 0;
        }
        isAsked = false;
        final int given = age(shards, Math.max(0, owned - reserved));
        own(-given);
        return given;
    }

    /** Signals the endpoint's thread to age the stack at its next use. */
    void ask() {
        if (owned > reserved) {
            isAsked = true;
            floor = Integer.MAX_VALUE;
            ceiling = 0;
        }
    }

    /** Returns the number of free buffers beyond the reserve; thread-safe. */
    int spare() {
        return Math.min(size(), Math.max(0, owned - reserved));
    }
}
