// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.rpcrdma.arena.index.BufferStates;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.jvm.Fields;

/**
 * One of an arena's stacks for threads without an endpoint, guarded by a try-lock: one compare-and-set. The thread that
 * has the lock neither waits nor calls out, so that others may spin for it. Each use ends with the lock released,
 * except after an error, which fails the arena.
 */
public final class Stripe extends FreeStack {
    private static final VarHandle LOCKED = Fields.of(MethodHandles.lookup(), "locked", int.class);

    private final int capacity;
    /** Which stripe of its arena this is, in the order in which they were made. */
    private final int number;

    private int locked;

    Stripe(final int capacity, final int number) {
        super(capacity);
        this.capacity = capacity;
        this.number = number;
        ceiling = capacity;
    }

    boolean tryLock() {
        return LOCKED.compareAndSet(this, 0, 1);
    }

    void unlock() {
        LOCKED.setRelease(this, 0);
    }

    /** Pops a buffer; {@link HandleBits#NONE} if there is none. */
    public long take() {
        final long handle = pop(0);
        unlock();
        return handle;
    }

    /** Pops as many buffers as there are of those wanted; returns how many. */
    public int take(final long[] into, final int offset, final int wanted) {
        final int taken = pop(into, offset, wanted);
        unlock();
        return taken;
    }

    /** Pops a buffer, from the shards if the stack is empty; {@link HandleBits#NONE} if nothing is free there. */
    long refillAndTake(final FreeList shards, final int stripes) {
        try {
            ceiling = capacity;
            if (height() == 0) {
                refill(shards, Math.max(1, capacity / 2), home(shards, stripes), null);
            }
            return pop(0);
        } finally {
            unlock();
        }
    }

    /** Returns the shard at which searches begin: stripes divide the arena, so that their threads do not collide. */
    private int home(final FreeList shards, final int stripes) {
        return (int) ((long) number * shards.shards() / stripes);
    }

    /** Ends the only hold of a buffer with nothing special to it, and pushes it; otherwise changes nothing. */
    public boolean release(final BufferStates states, final long handle) {
        final boolean released = endAndPush(states, handle, null);
        unlock();
        return released;
    }

    /** As {@link #release(BufferStates, long)}, up to the first buffer that it cannot push; returns how many. */
    public int release(final BufferStates states, final long[] from, final int offset, final int most) {
        final int released = endAndPush(states, from, offset, most, null);
        unlock();
        return released;
    }

    /** Pushes a buffer, by the handle it has next; the lower half of a full stack goes to the shards. */
    void put(final FreeList shards, final long next) {
        try {
            ceiling = capacity;
            if (height() == capacity) {
                flush(shards, Math.max(1, capacity / 2));
            }
            push(next);
        } finally {
            unlock();
        }
    }

    /** Returns all buffers to the shards; returns how many. The lock stays locked. */
    int empty(final FreeList shards) {
        ceiling = 0;
        return flush(shards, capacity);
    }

    /** As {@link #empty}, and unlocks. */
    int drain(final FreeList shards) {
        try {
            return empty(shards);
        } finally {
            unlock();
        }
    }
}
