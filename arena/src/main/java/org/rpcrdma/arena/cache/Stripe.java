// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.jvm.Fields;

/**
 * A stack for threads without an endpoint, guarded by a try-lock. An arena has several stripes. The thread that holds
 * the lock neither waits nor calls other code, so that other threads may spin for it. Each operation releases the lock
 * at its end, except after an error, which fails the arena.
 *
 * <p>An exchange takes the lock, and a store releases it. Unlike a compare-and-set, an exchange does not depend on an
 * earlier load, so the processor need not wait for the previous operation's stores.
 */
public final class Stripe extends FreeStack {
    private static final VarHandle LOCK = Fields.of(MethodHandles.lookup(), "lock", int.class);
    private static final int LOCKED = 1;
    private static final int UNLOCKED = 2;

    private final int capacity;
    /** The stripe's number in its arena, in order of creation. */
    private final int number;
    /**
     * The lock. It is 0, which means locked, until the stripe is completely initialized. A thread that takes the lock
     * therefore finds every field set, even though it reads the stripe from a plain array.
     */
    private volatile int lock;

    /** Creates a stripe. It cannot be locked until it is unlocked for the first time. */
    Stripe(final int capacity, final int number) {
        super(capacity);
        this.capacity = capacity;
        this.number = number;
        ceiling = capacity;
    }

    boolean tryLock() {
        return (int) LOCK.getOpaque(this) == UNLOCKED && (int) LOCK.getAndSet(this, LOCKED) == UNLOCKED;
    }

    void unlock() {
        LOCK.setRelease(this, UNLOCKED);
    }

    /**
     * Pops a buffer above the line. Returns {@link HandleBits#NONE} if the stack has no such buffer, or the stripe is
     * locked.
     */
    public long tryPop() {
        if (!tryLock()) {
            return HandleBits.NONE;
        }
        final long handle = pop(line);
        unlock();
        return handle;
    }

    /** Pushes a buffer under its next handle. Returns false if the stack is full, must age, or is locked. */
    public boolean tryPush(final long next) {
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

    /** Pops up to the wanted number of buffers. Returns the number popped. */
    public int take(final long[] into, final int offset, final int wanted) {
        final int taken = pop(into, offset, wanted);
        unlock();
        return taken;
    }

    /**
     * Pops half of the buffers, up to a maximum number, for another stripe or an endpoint. Returns the number popped.
     */
    int share(final long[] into, final int offset, final int most) {
        return take(into, offset, Math.min(most, (height() + 1) / 2));
    }

    /**
     * Pops a buffer. If the stack is empty, refills it from the shards first. Returns {@link HandleBits#NONE} if the
     * shards have no free buffer.
     */
    long refillAndTake(final FreeList shards, final int stripes) {
        try {
            ceiling = capacity;
            if (height() == 0) {
                // Begin the stripes' searches at different shards, so that their threads do not collide.
                final int home = (int) ((long) number * shards.shards() / stripes);
                refill(shards, Math.max(1, capacity / 2), home, ShardIndex.NO_OWNER);
            }
            lowerLine();
            return pop(0);
        } finally {
            unlock();
        }
    }

    /** Pushes a buffer under its next handle. If the stack is full, moves its lower half to the shards. */
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

    /**
     * Ends the holds of buffers and pushes the buffers, up to the first buffer that it cannot push. Returns the number
     * pushed.
     */
    public int release(final ShardIndex index, final long[] from, final int offset, final int most) {
        final int released = endAndPush(index, from, offset, most, ShardIndex.NO_OWNER);
        unlock();
        return released;
    }

    /** Moves all buffers to the shards and keeps the lock. Returns the number moved. */
    int empty(final FreeList shards) {
        line = UNTOUCHED;
        return age(shards);
    }

    /**
     * Moves untouched buffers to the shards. Returns the number moved. If the stack is then empty, the next release to
     * it takes the slow path, which reports the release.
     */
    int age(final FreeList shards) {
        final int given = age(shards, capacity);
        ceiling = height() == 0 ? 0 : capacity;
        return given;
    }
}
