// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import org.rpcrdma.arena.index.BufferStates;
import org.rpcrdma.arena.index.HandleBits;

/**
 * The free buffers of an {@code ArenaEndpoint} and its quota. Apart from the endpoint, which knows the arena, so that
 * the arena's references to its endpoints do not lead back to the arena. Used by the endpoint's thread alone.
 *
 * <p>The endpoint owns the buffers on the stack and those that are out through it. One that is released elsewhere, as
 * by a worker thread through the arena, is owned no more: the thread that releases it says so here, and the endpoint's
 * thread counts it when it has to.
 */
public final class EndpointCache extends FreeStack {
    public final int quota;
    /**
     * The quota; 0 after an error inside the arena. Plain: the thread that writes it has told the arena before, which
     * every way past this stack asks.
     */
    private int allowed;
    /** Buffers that are out through the endpoint or on its stack, with those that were lost and not counted yet. */
    private int owned;
    /**
     * Index among the arena's endpoints; -1 once this is none of them, which its own thread writes. Under the arena's
     * lock.
     */
    int place;

    public EndpointCache(final int capacity, final int quota) {
        super(capacity);
        this.quota = quota;
        this.allowed = quota;
    }

    /** Hands out no buffer any more. */
    void fail() {
        allowed = 0;
    }

    /** Returns true if the endpoint is closed; asked by the thread that uses it. */
    public boolean isRemoved() {
        return place < 0;
    }

    /** Counts a buffer that was released elsewhere. */
    public void countLost() {
        owned -= takeLost();
    }

    /** Counts buffers that came from past the stack, or went there. */
    public void own(final int more) {
        owned += more;
    }

    /** Returns buffers that are out through the endpoint. */
    public int inUse() {
        return owned - size() - lost();
    }

    /** Returns how many buffers may be taken, as far as is counted. */
    public int left() {
        return quota - (owned - held());
    }

    /** Takes the buffer that was put last; {@link HandleBits#NONE} if there is none or the quota is out. */
    public long take() {
        return owned - held() < allowed ? pop(Integer.MAX_VALUE) : HandleBits.NONE;
    }

    /**
     * Ends the only hold of a buffer with nothing special to it, and puts it; false, with nothing changed, if it is
     * none, or not its.
     */
    public boolean release(final BufferStates states, final long handle) {
        if (!hasRoom(capacity) || !states.endHold(handle, this)) {
            return false;
        }
        add(states.next(handle));
        return true;
    }

    /** As above, with several as long as it can be done; returns how many. */
    public int release(final BufferStates states, final long[] from, final int offset, final int most) {
        return putEnded(states, from, offset, most, this);
    }

    /** Fills the empty stack from the shards; returns how many. */
    public int refill(final FreeList shared) {
        final int taken = refill(shared, this);
        owned += taken;
        return taken;
    }

    /** Gives free buffers up. One that nobody owns any more may not stay here. */
    public void giveUp(final FreeList shared, final int most) {
        owned -= flush(shared, most);
    }
}
