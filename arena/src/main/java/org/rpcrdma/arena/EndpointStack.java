// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The free buffers of an {@link ArenaEndpoint} and its quota. Apart from the endpoint, which knows the arena, so that what the arena keeps
 * of its endpoints does not lead back to it.
 *
 * <p>The endpoint owns the buffers on the stack and those that are out through it. One that is released elsewhere, as by a worker thread
 * through the arena, is owned no more: the thread that releases it says so here, and the endpoint's thread counts it when it has to.
 */
final class EndpointStack extends BufferCache {
    private static final VarHandle LOST;

    final int quota;
    /** Buffers that are out through the endpoint or on its stack, with those that were lost and not counted yet. */
    int owned;
    /** Buffers that were released elsewhere and are not counted yet. */
    private volatile int lost;
    /** Where it is among the arena's endpoints; under the arena's lock. */
    int place;

    static {
        try {
            LOST = MethodHandles.lookup().findVarHandle(EndpointStack.class, "lost", int.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    EndpointStack(final int capacity, final int quota) {
        super(capacity);
        this.quota = quota;
    }

    /** A buffer was released elsewhere; called by any thread. */
    void lose() {
        LOST.getAndAdd(this, 1);
    }

    /** Counts what was released elsewhere. */
    void countLost() {
        if (lost != 0) {
            owned -= (int) LOST.getAndSet(this, 0);
        }
    }

    /** Buffers that are out through the endpoint. */
    int inUse() {
        return owned - size() - lost;
    }

    /** Whether no buffer may be taken, as far as is counted. */
    boolean isExhausted() {
        return owned - (int) count >= quota;
    }

    /** How many buffers may be taken, as far as is counted. */
    int left() {
        return quota - (owned - size());
    }

    /** Takes the buffer that was put last; {@link ReceiveArena#NONE} where there is none or the quota is out. */
    long take() {
        final long now = count;
        final int left = (int) now - 1;
        if (left < 0 || left < owned - quota) {
            return ReceiveArena.NONE;
        }
        count = now - 1;
        return handles[PADDING + left];
    }

    /** Ends the only hold of a buffer with nothing special to it, and puts it; false, with nothing changed, where it is none, or not its. */
    boolean release(final BufferStates states, final long handle) {
        final long next = states.next(handle);
        final long now = count;
        if ((int) now >= capacity || !states.endHold(handle, this)) {
            return false;
        }
        handles[PADDING + (int) now] = next;
        count = now + ONE_PUT;
        return true;
    }

    /** Fills the empty stack from the shards; returns how many. */
    int refill(final SharedBuffers shared) {
        final int before = (int) count;
        try {
            return refill(shared, this);
        } finally {
            owned += (int) count - before;
        }
    }

    /** Gives free buffers up. One that nobody owns any more may not stay here. */
    void giveUp(final SharedBuffers shared, final int most) {
        StackRoom.require();
        final int before = (int) count;
        try {
            flush(shared, most);
        } finally {
            owned += (int) count - before;
        }
    }
}
