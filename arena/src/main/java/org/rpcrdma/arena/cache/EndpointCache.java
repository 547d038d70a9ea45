// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import org.rpcrdma.arena.index.BufferStates;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.verbs.jvm.StackRoom;

/**
 * The free buffers of an {@code ArenaEndpoint} and its quota. Apart from the endpoint, which knows the arena, so that
 * what the arena keeps of its endpoints does not lead back to it.
 *
 * <p>The endpoint owns the buffers on the stack and those that are out through it. One that is released elsewhere, as
 * by a worker thread through the arena, is owned no more: the thread that releases it says so here, and the endpoint's
 * thread counts it when it has to.
 */
public final class EndpointCache extends FreeStack {
    public final int quota;
    /** Buffers that are out through the endpoint or on its stack, with those that were lost and not counted yet. */
    public int owned;
    /** Index among the arena's endpoints; under the arena's lock. */
    int place;

    public EndpointCache(final int capacity, final int quota) {
        super(capacity);
        this.quota = quota;
    }

    /** Counts what was released elsewhere. */
    public void countLost() {
        owned -= takeLost();
    }

    /** Returns buffers that are out through the endpoint. */
    public int inUse() {
        return owned - size() - lost();
    }

    /** Returns true if no buffer may be taken, as far as is counted. */
    public boolean isExhausted() {
        return owned - (int) count >= quota;
    }

    /** Returns how many buffers may be taken, as far as is counted. */
    public int left() {
        return quota - (owned - size());
    }

    /** Takes the buffer that was put last; {@link HandleBits#NONE} if there is none or the quota is out. */
    public long take() {
        final long now = count;
        final int left = (int) now - 1;
        if (left < 0 || left < owned - quota) {
            return HandleBits.NONE;
        }
        count = now - 1;
        return handles[PADDING + left];
    }

    /**
     * Ends the only hold of a buffer with nothing special to it, and puts it; false, with nothing changed, if it is
     * none, or not its.
     */
    public boolean release(final BufferStates states, final long handle) {
        final long next = states.next(handle);
        final long now = count;
        if ((int) now >= capacity || !states.endHold(handle, this)) {
            return false;
        }
        handles[PADDING + (int) now] = next;
        count = now + ONE_PUT;
        return true;
    }

    /** As above, with several as long as it can be done; returns how many. */
    public int release(final BufferStates states, final long[] from, final int offset, final int most) {
        final long now = count;
        final int room = Math.min(most, capacity - (int) now);
        final int put =
                room == 0 ? 0 : states.endHolds(from, offset, offset + room, handles, PADDING + (int) now, this);
        count = now + put * ONE_PUT;
        return put;
    }

    /** Fills the empty stack from the shards; returns how many. */
    public int refill(final FreeList shared) {
        final int before = (int) count;
        try {
            return refill(shared, this);
        } finally {
            owned += (int) count - before;
        }
    }

    /** Gives free buffers up. One that nobody owns any more may not stay here. */
    public void giveUp(final FreeList shared, final int most) {
        StackRoom.require(StackRoom.MUCH);
        final int before = (int) count;
        try {
            flush(shared, most);
        } finally {
            owned += (int) count - before;
        }
    }
}
