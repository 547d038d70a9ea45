// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.jvm.Fields;

/**
 * The free buffers of an {@code ArenaEndpoint}, with its quota and reserve. Apart from the endpoint, which knows the
 * arena, so that the arena's references to its endpoints do not lead back to the arena. Used by the endpoint's thread
 * alone.
 *
 * <p>The endpoint owns the buffers on the stack and those that are out through it. The thread that releases such a
 * buffer elsewhere, as a worker does through the arena, reports it here as lost, and the endpoint's thread subtracts it
 * when it needs the number.
 */
public final class EndpointStack extends FreeStack {
    private static final VarHandle LOST = Fields.of(MethodHandles.lookup(), "lost", int.class);

    public final int quota;
    private final int capacity;
    /** Buffers that were released elsewhere and are not counted yet. Volatile: several threads add. */
    private volatile int lost;
    /** The quota; 0 after an error inside the arena. */
    volatile int allowed;
    /** True if an ageing pass asks for the free buffers. */
    private volatile boolean isAsked;
    /** Buffers that stay here or out through the endpoint; the stack keeps as many beyond them as its capacity. */
    private int reserved;
    /** Buffers that are out through the endpoint or on its stack, including lost ones that are not subtracted yet. */
    private int owned;
    /** No buffer is popped from this height: the quota is out, or the line is there. One comparison checks all. */
    int floor;
    /** Number among the arena's endpoints, from 1 on; -1 once the endpoint is closed, which its own thread writes. */
    int number;

    public EndpointStack(final int capacity, final int quota) {
        super(0);
        this.capacity = capacity;
        this.quota = quota;
        allowed = quota;
    }

    /** Returns the number by which the endpoint owns buffers; -1 if it is closed. */
    public int number() {
        return number;
    }

    /** A buffer was released elsewhere; called by any thread. */
    public void lose() {
        LOST.getAndAdd(this, 1);
    }

    /** Counts buffers that came from past the stack, or went there. */
    public void own(final int more) {
        owned += more;
        floor = Math.max(line, owned - allowed);
        ceiling = Math.min(room(), owned > reserved ? capacity : reserved);
        // The thread that fails the arena, or asks, writes these first.
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

    /** Returns buffers that are out through the endpoint. */
    public int inUse() {
        return owned() - size();
    }

    /** Returns buffers that are out through the endpoint or free on its stack. */
    public int owned() {
        return owned - lost;
    }

    /** Returns how many buffers may be taken, as far as is counted. */
    public int left() {
        return quota - (owned - height());
    }

    /** Pops the buffer on top; {@link HandleBits#NONE} if there is none above the line, or the quota is out. */
    public long take() {
        return pop(floor);
    }

    /** As {@link #take()}, also from below the line. */
    public long takeBelowLine() {
        lowerLine();
        own(0);
        return pop(floor);
    }

    /** Pops as many buffers as there are of those wanted; returns how many. */
    public int take(final long[] into, final int offset, final int wanted) {
        return pop(into, offset, wanted);
    }

    /** Ends the only hold of an own buffer with nothing special to it, and pushes it; otherwise changes nothing. */
    public boolean release(final ShardIndex index, final long handle) {
        if (height() >= ceiling || !index.endHold(handle, number)) {
            return false;
        }
        push(HandleBits.next(handle));
        return true;
    }

    /** As {@link #release(ShardIndex, long)}, up to the first buffer that it cannot push; returns how many. */
    public int release(final ShardIndex index, final long[] from, final int offset, final int most) {
        return endAndPush(index, from, offset, most, number);
    }

    /** Fills the empty stack from the shards; returns how many buffers it has then. */
    public int refill(final FreeList shards) {
        final int wanted = Math.max(1, capacity / 2);
        makeRoom(wanted);
        final int taken = refill(shards, wanted, 0, number);
        own(taken);
        return taken;
    }

    /** Pushes free buffers of a shard, the highest on top; returns how many. */
    public int fetch(final FreeList shards, final int wanted) {
        makeRoom(height() + wanted);
        final int taken = fetch(shards, wanted, 0, number);
        own(taken);
        return taken;
    }

    /** Sets how many buffers stay. Free ones beyond them go to the shards; returns how many. */
    public int reserve(final FreeList shards, final int buffers) {
        makeRoom(buffers);
        reserved = buffers;
        final int given = flush(shards, Math.max(0, owned - reserved), true);
        own(-given);
        return given;
    }

    /** Returns true if there are free buffers beyond the reserve. */
    public boolean isSpare() {
        return height() > 0 && owned > reserved;
    }

    /** Pushes an own buffer, by the handle it has next, unless it is to go to the shards: then returns false. */
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

    /** Makes room for more buffers; false if there is no memory for it. */
    private boolean grow() {
        try {
            makeRoom(Math.min(Math.max(capacity, reserved), Math.max(PADDING, 2 * height())));
            return true;
        } catch (final OutOfMemoryError e) {
            return false;
        }
    }

    /** If the arena asks, returns untouched buffers beyond the reserve to the shards; returns how many. */
    public int age(final FreeList shards) {
        if (!isAsked) {
            return 0;
        }
        isAsked = false;
        final int given = age(shards, Math.max(0, owned - reserved));
        own(-given);
        return given;
    }

    /** Asks the endpoint's thread to let the stack age with its next use. */
    void ask() {
        if (owned > reserved) {
            isAsked = true;
            floor = Integer.MAX_VALUE;
            ceiling = 0;
        }
    }

    /** Returns the free buffers beyond the reserve, to any thread. */
    int spare() {
        return Math.min(size(), Math.max(0, owned - reserved));
    }
}
