// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The one source of time and of timers. Virtual in a simulation, real on a real device; nothing else in the
 * library reads a clock or sleeps.
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
     * @param task what runs when its time comes.
     * @return the timer.
     */
    Timer newTimer(Runnable task);
}
