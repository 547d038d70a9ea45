// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.jvm;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Passes a timer's time from other threads to an event loop. If several threads set a time, the last one wins.
 * Thread-safe.
 */
public final class RemoteTime {
    /** Indicates that no thread has set a time since the loop last took a time. */
    public static final long NONE = Long.MIN_VALUE;

    /** Indicates that the timer was cancelled. */
    public static final long CANCELLED = Long.MIN_VALUE + 1;

    private final AtomicLong time = new AtomicLong(NONE);

    /** True from the time of a wakeup until the loop begins to take the time. */
    private final AtomicBoolean isWoken = new AtomicBoolean();

    private final Runnable wake;

    /**
     * Creates an object without a time.
     *
     * @param wake an action that schedules a call to {@link #takeWoken()} on the loop; it is run by any thread, but not
     *             again before that call.
     */
    public RemoteTime(final Runnable wake) {
        this.wake = wake;
    }

    /**
     * Sets the time. Call this method on any thread except the loop's.
     *
     * @param nanos the time, on the loop's clock.
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
     * Cancels the timer. Call this method on any thread except the loop's.
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
     * Returns true if a time is set, or if the timer itself is armed and was not cancelled.
     *
     * @param isArmed true if the timer itself is armed.
     * @return true if the task will run.
     */
    public boolean isArmed(final boolean isArmed) {
        final long now = time.get();
        return now == NONE ? isArmed : now != CANCELLED;
    }

    /**
     * Returns true if the loop still has to take a time or a cancellation. The timer's own time is then obsolete.
     *
     * @return true after {@link #set} and {@link #cancel}.
     */
    public boolean isPending() {
        return time.get() != NONE;
    }

    /** Discards a time that another thread has set, because the loop itself sets a time. */
    public void forget() {
        time.set(NONE);
    }

    /**
     * Takes the time that another thread has set. Called on the loop's thread after a wakeup.
     *
     * @return the time; {@link #CANCELLED} if the timer was cancelled; {@link #NONE} if the loop itself has since set a
     *     time.
     */
    public long takeWoken() {
        isWoken.set(false);
        return time.getAndSet(NONE);
    }
}
