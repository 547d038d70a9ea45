// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

/**
 * A real clock that a {@link Simulation} follows, and a source of outside events: datagrams of a socket. All but {@link
 * #wake} is called by the simulation's thread.
 */
public interface Pace {
    /**
     * Returns the time.
     *
     * @return nanoseconds, from 0 on, never less than before.
     */
    long nanoTime();

    /**
     * Takes events that have come from outside, if any, and does not wait. The simulation stands at this time; events
     * can be scheduled.
     *
     * @return true if there was something.
     */
    boolean take();

    /** Sends what events have left to be sent together: none is due now. */
    default void flush() {}

    /**
     * Waits until a time, or until there is something to take, or {@link #wake}; or for a shorter while.
     *
     * @param time nanoseconds; {@link Long#MAX_VALUE} if no time is waited for.
     */
    void await(long time);

    /** Ends the wait, or else the next one. Any thread may call it. */
    void wake();
}
