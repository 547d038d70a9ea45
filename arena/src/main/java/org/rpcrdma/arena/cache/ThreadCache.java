// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.rpcrdma.arena.index.BufferStates;
import org.rpcrdma.arena.index.HandleBits;

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
 * <p>An error while the owner has the stack, a {@link StackOverflowError} above all, leaves it as it was before, and
 * the owner outside. What does that makes no call.
 *
 * <p>The owner pays for no atomic operation and no fence. What would need one, that its {@code busy} is seen by who set
 * {@code limit} or the other way round, is bought by the other thread: a JVM has to stop a thread to walk its stack
 * ({@link Thread#getStackTrace()}), and a thread that is stopped has made its writes visible and sees those of others
 * when it goes on. That is how HotSpot revoked its biased monitors. On JDK 17 all threads are stopped for it; later
 * ones stop the owner alone. A thread that has ended needs no stopping.
 */
public final class ThreadCache extends FreeStack {
    private static final VarHandle BUSY;
    /** Looks at an owner that does not leave before it is given up: far more than any use of the stack takes. */
    private static final int PATIENCE = 1 << 20;

    /** The thread's id when this was made. */
    final long ownerId;

    final CacheOwner owner;

    private int busy;
    /** The capacity; 0 while the stack is revoked, so that one comparison with the size tells both. */
    private volatile int limit;
    /** True if an error, such as a {@link StackOverflowError}, ever kept the owner from leaving as it should. */
    private volatile boolean leftByError;
    /** Value of {@link #touches()} when an ageing pass looked. */
    private long touchesBefore = -1;

    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            BUSY = lookup.findVarHandle(ThreadCache.class, "busy", int.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    ThreadCache(final Thread owner, final int capacity) {
        super(capacity);
        this.limit = capacity;
        this.owner = new CacheOwner(owner, this);
        ownerId = owner.getId();
    }

    boolean isOwner(final Thread thread) {
        return owner.refersTo(thread);
    }

    boolean isOwnerAlive() {
        final Thread thread = owner.get();
        return thread != null && thread.isAlive();
    }

    /**
     * Lets the owner begin to use the stack; returns false if it must leave it alone. It calls {@link #exit()} either
     * way.
     */
    public boolean enter() {
        BUSY.setOpaque(this, 1);
        return limit != 0;
    }

    public void exit() {
        BUSY.setRelease(this, 0);
    }

    /** Takes a buffer for the owner; {@link HandleBits#NONE} if its stack is empty or was taken from it. */
    public long take() {
        long handle = HandleBits.NONE;
        boolean left = false;
        try {
            BUSY.setOpaque(this, 1);
            handle = pop(limit);
            exit();
            left = true;
        } finally {
            if (!left) {
                // No call here: the thread's stack may be full. The buffer is where it was, on top.
                count += handle == HandleBits.NONE ? 0 : 1;
                leftByError = true;
                busy = 0;
            }
        }
        return handle;
    }

    /** Takes several, as {@link #take()}; returns how many. */
    public int take(final long[] into, final int offset, final int wanted) {
        int taken = 0;
        boolean left = false;
        try {
            taken = enter() ? pop(into, offset, wanted) : 0;
            exit();
            left = true;
        } finally {
            if (!left) {
                count += taken;
                leftByError = true;
                busy = 0;
            }
        }
        return taken;
    }

    /**
     * Ends the only hold of a buffer with nothing special to it, and puts it; false, with nothing changed, if it is
     * none, or the stack is full or was taken from its owner.
     */
    public boolean release(final BufferStates states, final long handle) {
        boolean put = false;
        boolean left = false;
        try {
            BUSY.setOpaque(this, 1);
            final int most = limit;
            final long next = states.next(handle);
            final long now = count;
            if ((int) now < most && states.endHold(handle)) {
                handles[PADDING + (int) now] = next;
                count = now + ONE_PUT;
                put = true;
            }
            exit();
            left = true;
        } finally {
            if (!left) {
                leftByError = true;
                busy = 0;
            }
        }
        return put;
    }

    /** As {@link #release(BufferStates, long)}, with several as long as it can be done; returns how many. */
    public int release(final BufferStates states, final long[] from, final int offset, final int most) {
        int put = 0;
        boolean left = false;
        try {
            if (enter()) {
                final long now = count;
                final int room = Math.min(most, capacity - (int) now);
                put = room == 0 ? 0 : states.endHolds(from, offset, offset + room, handles, PADDING + (int) now);
                count = now + put * ONE_PUT;
            }
            exit();
            left = true;
        } finally {
            if (!left) {
                leftByError = true;
                busy = 0;
            }
        }
        return put;
    }

    /**
     * Takes a buffer for the owner, whose stack is empty or was taken from it: fills the stack from the shards, or goes
     * past it if it is unavailable; {@link HandleBits#NONE} at the arena's limit.
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

    /** As above, of what is free in the shards. */
    public long refillOnceAndTake(final FreeList shared) {
        boolean left = false;
        try {
            if (enter() && size() == 0) {
                refill(shared, null);
            }
            exit();
            left = true;
        } finally {
            if (!left) {
                leftByError = true;
                busy = 0;
            }
        }
        return take();
    }

    /**
     * Puts a buffer, by the handle it has next, for the owner; if the stack is full, its lower half goes to the shards.
     * False if the stack is unavailable.
     */
    public boolean put(final FreeList shared, final long next) {
        return tryPut(shared, next) || isRevoked() && shared.returnThreadCache(this) && tryPut(shared, next);
    }

    private boolean tryPut(final FreeList shared, final long next) {
        boolean pushed = false;
        boolean left = false;
        try {
            if (enter()) {
                pushed = push(next);
                if (!pushed) {
                    flush(shared, capacity / 2);
                    pushed = push(next);
                }
            }
            exit();
            left = true;
        } finally {
            if (!left) {
                count -= pushed ? ONE_PUT : 0;
                leftByError = true;
                busy = 0;
            }
        }
        return pushed;
    }

    /** Takes the stack away from its owner; returns when the owner has left it. One thread at a time. */
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
