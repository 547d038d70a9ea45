// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.verbs.jvm.Padding;

/**
 * Guards a few dozen instructions: one atomic operation to take it and one release store to give it back, half the cost
 * of two atomic counters. Nothing that waits or calls foreign code runs under it.
 *
 * <p>A thread that finds it taken stays away from the cache line for a while, longer each time: so the owner works on
 * undisturbed, often many times over, which serves two threads better than handing the line to and fro for each
 * operation. After some microseconds a waiter yields, and after some more it sleeps: an owner that does not run needs
 * the processor. Not reentrant, not fair.
 *
 * <p>A lock can fail, with the state that it guards: from then on {@link #lock()} throws.
 */
abstract class SpinLock extends Padding {
    private static final AtomicIntegerFieldUpdater<SpinLock> TAKEN =
            AtomicIntegerFieldUpdater.newUpdater(SpinLock.class, "taken");
    private static final int MOST_PAUSES = 256;
    /** An owner that runs is done long before: a waiter then takes its processor from a thread that does not run. */
    private static final int ROUNDS_BEFORE_YIELD = 8;

    private static final int ROUNDS_BEFORE_SLEEP = 40;
    private static final long SLEEP_NANOS = 50_000;
    /** Longer than a waiter pauses between two looks. */
    private static final int PAUSES_FOR_WAITERS = 2 * MOST_PAUSES;

    /** 0 when the lock is free. Written through {@link #TAKEN} only. */
    private volatile int taken;

    /** A hint for {@link #letWaiterIn()}; volatile, so that its loop sees the change. Lost updates cost a pause. */
    private volatile boolean waitedFor;

    /**
     * The error that nobody knows the state after, or null. Volatile because its writers do not hold the lock. The next
     * owner of the lock sees it: its write precedes, in the failing thread, the error's way out to the caller.
     */
    private volatile Error failure;

    /** Takes the lock, or throws {@link #failed(Error)}. */
    final void lock() {
        acquire();
        final Error cause = failure;
        if (cause != null) {
            throw failed(cause);
        }
    }

    /** Takes the lock; one that has failed counts as taken by every thread. */
    final void acquire() {
        if (!TAKEN.compareAndSet(this, 0, 1)) {
            spin();
        }
    }

    /**
     * A release store suffices, and costs no fence: the owner's reads and writes come before it, and the next owner's
     * compareAndSet sees them. Later accesses of this thread may come before it, into the guarded section: no harm.
     */
    final void unlock() {
        TAKEN.lazySet(this, 0);
    }

    /** Makes every later {@link #lock()} throw, that of threads which wait as well. */
    final void fail(final Error cause) {
        failure = cause;
    }

    final boolean hasFailed() {
        return failure != null;
    }

    /** Returns the exception for the users of a lock that has failed. */
    abstract VerbsException failed(Error cause);

    /**
     * Leaves the lock to a thread that waits for it, if one does. A thread that takes the lock again and again calls it
     * in between: a waiter that pauses longer and longer would otherwise find it taken for as long as that goes on.
     */
    final void letWaiterIn() {
        for (int i = 0; i < PAUSES_FOR_WAITERS && waitedFor; i++) {
            Thread.onSpinWait();
        }
    }

    private void spin() {
        waitedFor = true;
        int pauses = 4;
        int round = 0;
        do {
            for (int i = 0; i < pauses; i++) {
                Thread.onSpinWait();
            }
            pauses = Math.min(2 * pauses, MOST_PAUSES);
            if (++round > ROUNDS_BEFORE_SLEEP) {
                LockSupport.parkNanos(SLEEP_NANOS);
            } else if (round > ROUNDS_BEFORE_YIELD) {
                Thread.yield();
            }
            // A look, which leaves the line shared, comes before the atomic operation.
        } while (failure == null && (taken != 0 || !TAKEN.compareAndSet(this, 0, 1)));
        waitedFor = false;
    }
}
