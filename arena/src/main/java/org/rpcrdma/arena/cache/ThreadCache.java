// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import org.rpcrdma.arena.index.BufferStates;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.verbs.jvm.Fields;

/**
 * A thread's own stack of free buffers, which others can take away from it: a lock that is biased to its owner.
 *
 * <pre>
 *  owner, each time                        another thread, seldom
 *  ----------------------------------      -------------------------------------------------------
 *  busy := 1                               limit := 0
 *  limit 0?  yes: leave the stack alone    walk the owner's stack, which stops the owner for a moment
 *            no:  pop or push              wait until busy is 0
 *  busy := 0                               the stack is mine; at the end: limit := capacity
 * </pre>
 *
 * <p>The owner pays for no atomic operation and no fence. The fence between the store of {@code busy} and the load of
 * {@code limit} is paid for by the other thread: a JVM stops a thread to walk its stack ({@link
 * Thread#getStackTrace()}), and a thread that was stopped has made its stores visible and sees those of others when it
 * goes on. HotSpot revoked its biased monitors in that way. JDK 17 stops all threads; later ones stop the owner alone.
 * A thread that has ended needs no stopping.
 */
public final class ThreadCache extends FreeStack {
    private static final VarHandle BUSY = Fields.of(MethodHandles.lookup(), "busy", int.class);
    /** Looks at an owner that does not leave before it is given up: far more than any use of the stack takes. */
    private static final int PATIENCE = 1 << 20;

    /** The thread's id when this was made. */
    final long ownerId;

    final Owner owner;

    /**
     * 1 while the owner uses the stack. Set to 1 opaquely: the stop orders it before the load of the limit. Set to 0
     * by release and read by acquire: who sees the 0 sees the buffers and their count.
     */
    private volatile int busy;
    /**
     * The capacity; 0 while the stack is revoked, so that one comparison with the size tells both. Volatile: an owner
     * that sees the capacity again sees the other thread's changes to the stack.
     */
    private volatile int limit;
    /** Value of {@link #touches()} when an ageing pass looked. */
    private long touchesBefore = -1;

    /**
     * Names the thread that a cache belongs to. The reference is weak: an arena learns that a thread has ended when
     * the collector has cleared it. It is an object beside the cache, so that a thread that looks for its own cache
     * does not read memory that another thread writes all the time.
     */
    static final class Owner extends WeakReference<Thread> {
        final ThreadCache cache;

        Owner(final Thread thread, final ThreadCache cache) {
            super(thread);
            this.cache = cache;
        }
    }

    ThreadCache(final Thread owner, final int capacity) {
        super(capacity);
        this.limit = capacity;
        this.owner = new Owner(owner, this);
        ownerId = owner.getId();
    }

    boolean isOwner(final Thread thread) {
        return owner.refersTo(thread);
    }

    boolean isOwnerAlive() {
        final Thread thread = owner.get();
        return thread != null && thread.isAlive();
    }

    /** Lets the owner begin; returns false if it must leave the stack alone. It calls {@link #exit()} either way. */
    public boolean enter() {
        BUSY.setOpaque(this, 1);
        return limit != 0;
    }

    public void exit() {
        BUSY.setRelease(this, 0);
    }

    /** Takes a buffer for the owner; {@link HandleBits#NONE} if its stack is empty or was taken from it. */
    public long take() {
        BUSY.setOpaque(this, 1);
        final long handle = pop(limit);
        exit();
        return handle;
    }

    /** Takes several, as {@link #take()}; returns how many. */
    public int take(final long[] into, final int offset, final int wanted) {
        final int taken = enter() ? pop(into, offset, wanted) : 0;
        exit();
        return taken;
    }

    /**
     * Ends the only hold of a buffer with nothing special to it, and puts it; false, with nothing changed, if it is
     * none, or the stack is full or was taken from its owner.
     */
    public boolean release(final BufferStates states, final long handle) {
        BUSY.setOpaque(this, 1);
        final boolean ended = hasRoom(limit) && states.endHold(handle, null);
        if (ended) {
            add(states.next(handle));
        }
        exit();
        return ended;
    }

    /** As {@link #release(BufferStates, long)}, with several as long as it can be done; returns how many. */
    public int release(final BufferStates states, final long[] from, final int offset, final int most) {
        final int put = enter() ? putEnded(states, from, offset, most, null) : 0;
        exit();
        return put;
    }

    /**
     * Takes a buffer for the owner, whose stack is empty or was taken from it: fills the stack from the shards, or
     * goes past it if it is unavailable; {@link HandleBits#NONE} at the arena's limit.
     */
    public long refillAndTake(final FreeList shared) {
        do {
            while (!isRevoked()) {
                final long handle = refillOnceAndTake(shared);
                if (handle != HandleBits.NONE || !isRevoked() && !shared.findMore()) {
                    return handle;
                }
            }
        } while (shared.returnThreadCache(this));
        return shared.take();
    }

    /** As {@link #refillAndTake}, of the buffers that are free in the shards. */
    public long refillOnceAndTake(final FreeList shared) {
        try {
            if (enter() && size() == 0) {
                refill(shared, null);
            }
        } finally {
            exit();
        }
        return take();
    }

    /**
     * Puts a buffer, by the handle it has next, for the owner; if the stack is full, its lower half goes to the
     * shards. False if the stack is unavailable.
     */
    public boolean put(final FreeList shared, final long next) {
        return tryPut(shared, next) || isRevoked() && shared.returnThreadCache(this) && tryPut(shared, next);
    }

    private boolean tryPut(final FreeList shared, final long next) {
        final boolean pushed = enter() && (push(next) || flush(shared, capacity / 2) > 0 && push(next));
        exit();
        return pushed;
    }

    /**
     * Takes the stack away from its owner, and hands its buffers to the shards when the owner has left it. Returns true
     * if there were any. One thread at a time.
     */
    boolean takeAway(final FreeList shared) {
        revoke();
        return flush(shared, capacity) > 0;
    }

    /** Takes the stack away from its owner; returns when the owner has left it. */
    void revoke() {
        limit = 0;
        final Thread thread = owner.get();
        if (thread != null && thread != Thread.currentThread() && thread.isAlive()) {
            thread.getStackTrace();
        }
        awaitExit();
    }

    /**
     * Returns when the owner was seen outside, which may come back at once if it is not revoked. One that has ended in
     * the middle is not waited for.
     *
     * @throws IllegalStateException if the owner does not leave, as one that a debugger stopped.
     */
    void awaitExit() {
        int looks = 0;
        while ((int) BUSY.getAcquire(this) != 0 && !isOwner(Thread.currentThread()) && isOwnerAlive()) {
            if (++looks == PATIENCE) {
                final Thread thread = owner.get();
                throw new IllegalStateException("thread does not leave its stack of free buffers: thread="
                        + (thread == null ? "" : thread.getName()) + " id=" + ownerId + " looks=" + looks);
            }
            Thread.yield();
        }
    }

    /** Gives the stack back to its owner. */
    public void restore() {
        limit = capacity;
    }

    /** Returns true if somebody but its owner has the stack, or had it last. */
    boolean isRevoked() {
        return limit == 0;
    }

    /** Returns true if the stack was used since this was asked before. One thread at a time. */
    boolean isTouched() {
        final long before = touchesBefore;
        touchesBefore = touches();
        return touchesBefore != before;
    }
}
