/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.arena;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A thread's own stack of free buffers, which others can take away from it: a lock that is biased to its owner.
 *
 * <pre>
 *  owner, each time                        another thread, seldom
 *  ----------------------------------      -------------------------------------------------------
 *  busy := 1                               revoked := true
 *  revoked?  yes: leave the stack alone    walk the owner's stack, which stops the owner for a moment
 *            no:  pop or push              wait until busy is 0
 *  busy := 0                               the stack is mine; at the end: revoked := false
 * </pre>
 *
 * <p>The owner pays for no atomic operation and no fence. What would need one, that its {@code busy} is seen by who set
 * {@code revoked} or the other way round, is bought by the other thread: a JVM has to stop a thread to walk its stack
 * ({@link Thread#getStackTrace()}), and a thread that is stopped has made its writes visible and sees those of others when
 * it goes on. That is how HotSpot revoked its biased monitors. A thread that has ended needs no stopping.
 */
final class ThreadCache extends BufferCache {
    private static final VarHandle BUSY;
    private static final VarHandle REVOKED;

    final Thread owner;
    private int busy;
    private boolean revoked;
    /** What {@link #touches()} was when an ageing pass looked. */
    private long touchesBefore = -1;

    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            BUSY = lookup.findVarHandle(ThreadCache.class, "busy", int.class);
            REVOKED = lookup.findVarHandle(ThreadCache.class, "revoked", boolean.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    ThreadCache(final Thread owner, final int capacity) {
        super(capacity);
        this.owner = owner;
    }

    /** The owner begins to use the stack; false where it must leave it alone. It calls {@link #exit()} either way. */
    boolean enter() {
        BUSY.setOpaque(this, 1);
        return !(boolean) REVOKED.getAcquire(this);
    }

    void exit() {
        BUSY.setRelease(this, 0);
    }

    /**
     * Takes a buffer for the owner, whose stack is empty or was taken from it: fills the stack from the shards, or goes past it where it is
     * not to be had; {@link ReceiveArena#NONE} at the arena's limit.
     */
    long refillAndPop(final SharedBuffers shared) {
        do {
            while (enter()) {
                final long handle = refill(shared) == 0 ? ReceiveArena.NONE : pop();
                exit();
                if (handle != ReceiveArena.NONE || !shared.findMore()) {
                    return handle;
                }
            }
            exit();
        } while (shared.returnThreadCache(this));
        return shared.take();
    }

    /**
     * Puts a buffer, by the handle it had, for the owner, whose stack is full or was taken from it: the lower half goes to the shards.
     * False where the stack is not to be had.
     */
    boolean flushAndPush(final SharedBuffers shared, final long handle) {
        return flushAndTryPush(shared, handle) || shared.returnThreadCache(this) && flushAndTryPush(shared, handle);
    }

    private boolean flushAndTryPush(final SharedBuffers shared, final long handle) {
        boolean pushed = false;
        if (enter()) {
            flush(shared, capacity / 2);
            pushed = push(BufferHandle.next(handle));
        }
        exit();
        return pushed;
    }

    /** Takes the stack away from its owner; returns when the owner has left it. One thread at a time. */
    void revoke() {
        REVOKED.setVolatile(this, true);
        if (owner != Thread.currentThread() && owner.isAlive()) {
            owner.getStackTrace();
        }
        awaitExit();
    }

    /**
     * Returns when the owner was seen outside, which may come back at once where it is not revoked. One that left by an error
     * in the middle, such as a {@link StackOverflowError}, is not waited for where it could not answer.
     */
    void awaitExit() {
        while ((int) BUSY.getAcquire(this) != 0 && owner != Thread.currentThread() && owner.isAlive()) {
            Thread.yield();
        }
    }

    /** Gives the stack back to its owner. */
    void restore() {
        REVOKED.setRelease(this, false);
    }

    /** Whether somebody but its owner has the stack, or had it last. */
    boolean isRevoked() {
        return (boolean) REVOKED.getAcquire(this);
    }

    /** Whether the stack was used since this was asked before. One thread at a time. */
    boolean isTouched() {
        final long before = touchesBefore;
        touchesBefore = touches();
        return touchesBefore != before;
    }
}
