// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.rpcrdma.verbs.jvm.Padding;

/**
 * Guards a few dozen instructions: one atomic operation to take it and a plain release to give it back, half of what
 * two atomic counters cost. Nothing that waits, allocates without need or is not ours may run under it.
 *
 * <p>A thread that finds it taken stays away from the cache line for a while, longer each time: so the owner works on
 * undisturbed, often many times over, which serves two threads better than handing the line to and fro for each
 * operation. An owner that is not running is waited for by yielding after some microseconds, and by sleeping after some
 * more: it needs the processor. Not reentrant, not fair.
 *
 * <p>An owner gives it back whatever happens: {@link #unlock()} is a call, for which a stack may have no room, so
 * handlers of exceptions set {@link #taken} to 0 themselves. Taking it either succeeds or throws without having taken
 * it.
 */
abstract class SpinLock extends Padding {
    private static final VarHandle TAKEN;
    private static final int MOST_PAUSES = 256;
    /** An owner that runs is done long before: a waiter then takes its processor from one that does not run. */
    private static final int ROUNDS_BEFORE_YIELD = 8;

    private static final int ROUNDS_BEFORE_SLEEP = 40;
    private static final long SLEEP_NANOS = 50_000;
    /** Longer than a waiter pauses between two looks. */
    private static final int PAUSES_FOR_WAITERS = 2 * MOST_PAUSES;

    /** 0 when the lock is free. The owner alone sets it to 0. */
    volatile int taken;

    private volatile boolean waitedFor;

    static {
        try {
            TAKEN = MethodHandles.lookup().findVarHandle(SpinLock.class, "taken", int.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final void lock() {
        if (!tryLock()) {
            spin();
        }
    }

    private boolean tryLock() {
        return TAKEN.compareAndSet(this, 0, 1);
    }

    final void unlock() {
        TAKEN.setRelease(this, 0);
    }

    /**
     * Leaves the lock to a thread that waits for it, if one does. Who takes the lock again and again calls it in
     * between: a waiter that pauses longer and longer would otherwise find it taken for as long as that goes on.
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
        } while (taken != 0 || !tryLock());
        waitedFor = false;
    }
}
