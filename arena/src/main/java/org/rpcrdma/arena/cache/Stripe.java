// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.jvm.Fields;

/**
 * One of an arena's stacks for threads without an endpoint, guarded by a try-lock. The thread that has the lock neither
 * waits nor calls out, so that others may spin for it. Each use ends with the lock released, except after an error,
 * which fails the arena.
 *
 * <p>One exchange takes the lock, and a store releases it. An exchange needs no value that was read before, as a
 * compare-and-set does: the processor need not wait for the stores of the use before.
 */
public final class Stripe extends FreeStack {
    private static final VarHandle LOCKED = Fields.of(MethodHandles.lookup(), "locked", int.class);

    private final int capacity;
    /** Which stripe of its arena this is, in the order in which they were made. */
    private final int number;
    /** 1 while a thread has the lock. */
    private volatile int locked;

    Stripe(final int capacity, final int number) {
        super(capacity);
        this.capacity = capacity;
        this.number = number;
        ceiling = capacity;
    }

    boolean tryLock() {
        return (int) LOCKED.getOpaque(this) == 0 && (int) LOCKED.getAndSet(this, 1) == 0;
    }

    void unlock() {
        LOCKED.setRelease(this, 0);
    }

    /** Pops a buffer from above the line; {@link HandleBits#NONE} if there is none, or the stripe is in use. */
    long tryPop() {
        if (!tryLock()) {
            return HandleBits.NONE;
        }
        final long handle = pop(line);
        unlock();
        return handle;
    }

    /** Pushes a buffer, by the handle it has next; false if the stack is full, ages, or is in use. */
    boolean tryPush(final long next) {
        if (!tryLock()) {
            return false;
        }
        final boolean hasRoom = height() < ceiling;
        if (hasRoom) {
            push(next);
        }
        unlock();
        return hasRoom;
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
