// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The one source of time and of timers. Virtual in a simulation, real on a real device; nothing else in the
 * library reads a clock or sleeps.
 *
 * <p>An implementation may hold a lock of its own while it runs a task, and may take that lock in every method of the
 * clock and its timers. So a caller holds no lock that one of its tasks takes, while it calls a clock or timer.
 *
 * <p>A clock belongs to one thread, unless it is a {@link SharedClock}.
 */
public interface Clock {
    /**
     * Returns the time now, of no fixed origin and never going back.
     *
     * @return nanoseconds.
     */
    long nanoTime();

    /**
     * Makes a timer that is not armed yet.
     *
     * @param task runs when its time comes, never within a call of the clock or the timer.
     * @return the timer.
     */
    Timer newTimer(Runnable task);
}
