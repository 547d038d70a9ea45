// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardIndex;

/**
 * One of an arena's stacks for threads without an endpoint, guarded by a try-lock, a bit of the count. The thread that
 * has the lock neither waits nor calls out, so that others may spin for it. Each use ends with the lock released,
 * except after an error, which fails the arena.
 *
 * <p>A push locks by one compare-and-set and unlocks with the store of the new count. A pop of one buffer needs no
 * lock, only a compare-and-set of the count: each push changes the upper half, so if the count is the same, the buffer
 * that was read is still on top.
 */
public final class Stripe extends FreeStack {
    private static final long LOCKED = 1L << 31;

    private final int capacity;
    /** Which stripe of its arena this is, in the order in which they were made. */
    private final int number;

    Stripe(final int capacity, final int number) {
        super(capacity);
        this.capacity = capacity;
        this.number = number;
        ceiling = capacity;
    }

    boolean tryLock() {
        final long now = count;
        return (now & LOCKED) == 0 && COUNT.compareAndSet(this, now, now | LOCKED);
    }

    void unlock() {
        COUNT.setRelease(this, count & ~LOCKED);
    }

    /** Pops a buffer from above the line; {@link HandleBits#NONE} if there is none, or the stripe is in use. */
    long tryPop() {
        final long now = (long) COUNT.getAcquire(this);
        final int height = (int) now;
        // The height of a locked stripe is negative.
        if (height <= line) {
            return HandleBits.NONE;
        }
        final long handle = handles[PADDING + height - 1];
        return COUNT.compareAndSet(this, now, now - 1) ? handle : HandleBits.NONE;
    }

    /** Pushes a buffer, by the handle it has next; false if the stack is full, ages, or is in use. */
    boolean tryPush(final long next) {
        final long now = count;
        final int height = (int) now;
        if (height < 0 || height >= ceiling || !COUNT.compareAndSet(this, now, now | LOCKED)) {
            return false;
        }
        handles[PADDING + height] = next;
        COUNT.setRelease(this, now + ONE_PUSH);
        return true;
    }

    /** Pops as many buffers as there are of those wanted; returns how many. */
    public int take(final long[] into, final int offset, final int wanted) {
        final int taken = pop(into, offset, wanted);
        unlock();
        return taken;
    }

    /** Pops half of the buffers for another stripe or an endpoint, up to a number; returns how many. */
    int share(final long[] into, final int offset, final int most) {
        return take(into, offset, Math.min(most, (height() + 1) / 2));
    }

    /** Pops a buffer, from the shards if the stack is empty; {@link HandleBits#NONE} if nothing is free there. */
    long refillAndTake(final FreeList shards, final int stripes) {
        try {
            ceiling = capacity;
            if (height() == 0) {
                // Stripes divide the arena, so that the searches of their threads do not collide.
                final int home = (int) ((long) number * shards.shards() / stripes);
                refill(shards, Math.max(1, capacity / 2), home, ShardIndex.NOBODY);
            }
            lowerLine();
            return pop(0);
        } finally {
            unlock();
        }
    }

    /** Pushes a buffer, by the handle it has next; the lower half of a full stack goes to the shards. */
    void put(final FreeList shards, final long next) {
        try {
            ceiling = capacity;
            if (height() == capacity) {
                overflow(shards, (capacity + 1) / 2);
            }
            push(next);
        } finally {
            unlock();
        }
    }

    /** Ends holds of buffers and pushes these, up to the first that it cannot push; returns how many. */
    public int release(final ShardIndex index, final long[] from, final int offset, final int most) {
        final int released = endAndPush(index, from, offset, most, ShardIndex.NOBODY);
        unlock();
        return released;
    }

    /** Returns all buffers to the shards; returns how many. The lock stays locked. */
    int empty(final FreeList shards) {
        line = UNTOUCHED;
        return age(shards);
    }

    /** Returns what was not touched to the shards; returns how many. The next release to an empty stack reports it. */
    int age(final FreeList shards) {
        final int given = age(shards, capacity);
        ceiling = height() == 0 ? 0 : capacity;
        return given;
    }
}
