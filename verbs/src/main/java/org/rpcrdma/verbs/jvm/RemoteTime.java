// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.jvm;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The time that other threads have set for a timer of an event loop, until the loop takes it. Thread-safe. The last
 * thread to set it decides.
 */
public final class RemoteTime {
    /** No time was set since the loop took the last one. */
    public static final long NONE = Long.MIN_VALUE;

    /** The timer was cancelled. */
    public static final long CANCELLED = Long.MIN_VALUE + 1;

    private final AtomicLong time = new AtomicLong(NONE);

    /** True until the loop begins to take the time that it was woken for. */
    private final AtomicBoolean isWoken = new AtomicBoolean();

    private final Runnable wake;

    /**
     * Makes one without a time.
     *
     * @param wake has the loop call {@link #takeWoken()} soon; called by any thread, and not again before that call.
     */
    public RemoteTime(final Runnable wake) {
        this.wake = wake;
    }

    /**
     * Sets the time, on any other thread.
     *
     * @param nanos the loop's time.
     */
    public void set(final long nanos) {
        time.set(nanos);
        wakeOnce();
    }

    private void wakeOnce() {
        if (isWoken.compareAndSet(false, true)) {
            wake.run();
        }
    }

    /**
     * Cancels, on any other thread.
     *
     * @param wasArmed true if the timer itself is armed.
     * @return true if a time was set.
     */
    public boolean cancel(final boolean wasArmed) {
        final long before = time.getAndSet(CANCELLED);
        wakeOnce();
        return before == NONE ? wasArmed : before != CANCELLED;
    }

    /**
     * Returns true if a time is set, or the timer itself is armed and was not cancelled.
     *
     * @param isArmed true if the timer itself is armed.
     * @return true if its task is to come.
     */
    public boolean isArmed(final boolean isArmed) {
        final long now = time.get();
        return now == NONE ? isArmed : now != CANCELLED;
    }

    /**
     * Returns true if the loop has something to take. The timer's own time does not count then.
     *
     * @return true after {@link #set} and {@link #cancel}.
     */
    public boolean isPending() {
        return time.get() != NONE;
    }

    /** Forgets what was set: the loop sets a time itself. */
    public void forget() {
        time.set(NONE);
    }

    /**
     * Takes the time that another thread set. Called on the loop's thread after a wakeup.
     *
     * @return a time, {@link #CANCELLED}, or {@link #NONE} if the loop itself has set a later time.
     */
    public long takeWoken() {
        isWoken.set(false);
        return time.getAndSet(NONE);
    }
}
