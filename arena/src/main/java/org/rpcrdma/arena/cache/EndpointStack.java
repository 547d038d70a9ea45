// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.lang.invoke.VarHandle;
import org.rpcrdma.arena.index.BufferStates;
import org.rpcrdma.arena.index.HandleBits;

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
    public final int quota;
    private final int capacity;
    /** The quota; 0 after an error inside the arena. */
    private volatile int allowed;
    /** Buffers that stay here or out through the endpoint; the stack keeps as many beyond them as its capacity. */
    private int reserved;
    /** Buffers that are out through the endpoint or on its stack, including lost ones that are not subtracted yet. */
    private int owned;
    /** No buffer is popped from this height: the quota is out. One comparison checks it and the empty stack. */
    private int floor;
    /** True if an ageing pass asks for the free buffers. */
    private volatile boolean isAsked;
    /**
     * Index among the arena's endpoints; -1 once the endpoint is closed, which its own thread writes. Under the arena's
     * lock.
     */
    int place;

    public EndpointStack(final int capacity, final int quota) {
        super(0);
        this.capacity = capacity;
        this.quota = quota;
        allowed = quota;
    }

    /** Hands out no buffer any longer. */
    void fail() {
        allowed = 0;
        floor = Integer.MAX_VALUE;
    }

    /** Returns true if the endpoint is closed; asked by the thread that uses it. */
    public boolean isRemoved() {
        return place < 0;
    }

    /** Counts buffers that came from past the stack, or went there. */
    public void own(final int more) {
        owned += more;
        floor = Math.max(0, owned - allowed);
        ceiling = Math.min(room(), owned > reserved ? capacity : reserved);
        // The thread that fails the arena writes what is allowed first.
        VarHandle.fullFence();
        if (allowed == 0) {
            floor = Integer.MAX_VALUE;
        }
    }

    /** Subtracts buffers that were released elsewhere. */
    public void countLost() {
        if (lost() > 0) {
            own(-takeLost());
        }
    }

    /** Returns buffers that are out through the endpoint. */
    public int inUse() {
        return owned - size() - lost();
    }

    /** Returns buffers that are out through the endpoint or free on its stack. */
    public int owned() {
        return owned - lost();
    }

    /** Returns how many buffers may be taken, as far as is counted. */
    public int left() {
        return quota - (owned - height());
    }

    /** Pops the buffer that was pushed last; {@link HandleBits#NONE} if there is none or the quota is out. */
    public long take() {
        return pop(floor);
    }

    /** Pops as many buffers as there are of those wanted; returns how many. */
    public int take(final long[] into, final int offset, final int wanted) {
        return pop(into, offset, wanted);
    }

    /** Ends the only hold of an own buffer with nothing special to it, and pushes it; otherwise changes nothing. */
    public boolean release(final BufferStates states, final long handle) {
        return endAndPush(states, handle, this);
    }

    /** As {@link #release(BufferStates, long)}, up to the first buffer that it cannot push; returns how many. */
    public int release(final BufferStates states, final long[] from, final int offset, final int most) {
        return endAndPush(states, from, offset, most, this);
    }

    /** Fills the empty stack from the shards; returns how many buffers it has then. */
    public int refill(final FreeList shards) {
        final int wanted = Math.max(1, capacity / 2);
        makeRoom(wanted);
        final int taken = refill(shards, wanted, 0, this);
        own(taken);
        return taken;
    }

    /** Pushes free buffers of a shard, the highest on top; returns how many. */
    public int fetch(final FreeList shards, final int wanted) {
        makeRoom(height() + wanted);
        final int taken = fetch(shards, wanted, 0, this);
        own(taken);
        return taken;
    }

    /** Sets how many buffers stay. Free ones beyond them go to the shards; returns how many. */
    public int reserve(final FreeList shards, final int buffers) {
        reserved = buffers;
        return giveUp(shards, owned - reserved);
    }

    /** Returns true if there are free buffers beyond the reserve. */
    public boolean isSpare() {
        return height() > 0 && owned > reserved;
    }

    /** Pushes an own buffer, by the handle it has next, unless it is to go to the shards: then returns false. */
    public boolean keep(final FreeList shards, final long next) {
        final int spare = owned - reserved;
        final boolean givesUp = isAsked;
        isAsked = false;
        if (spare > 0 && (givesUp || height() >= capacity)) {
            giveUp(shards, givesUp ? spare - 1 : 0);
            return false;
        }
        if (height() == room()) {
            makeRoom(Math.min(Math.max(capacity, reserved), Math.max(PADDING, 2 * height())));
        }
        push(next);
        own(0);
        return true;
    }

    /** Returns buffers to the shards, up to a number. */
    private int giveUp(final FreeList shards, final int most) {
        final int given = flush(shards, Math.max(0, most));
        own(-given);
        return given;
    }

    /** Returns all buffers to the shards. */
    void empty(final FreeList shards) {
        reserve(shards, 0);
    }

    /** Asks the endpoint's thread to give up the free buffers beyond the reserve with its next release. */
    void ask() {
        if (owned > reserved) {
            isAsked = true;
            ceiling = 0;
        }
    }

    /** Returns the free buffers beyond the reserve, to any thread. */
    int spare() {
        return Math.min(size(), Math.max(0, owned - reserved));
    }
}
