// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A clock that any thread may use: read it, make timers, and arm and cancel them. {@link EventLoop} is one, whose tasks
 * run on the loop's thread; {@code time.ExecutorClock} is one over a scheduled executor. Arenas and FRMR pools, which
 * any thread uses, accept no other clock.
 */
public interface SharedClock extends Clock {
    /**
     * Checks that any thread may use a clock.
     *
     * @param clock the clock.
     * @return the same clock.
     * @throws IllegalArgumentException if only some threads may use it, or it is null.
     */
    static SharedClock require(final Clock clock) {
        if (clock instanceof SharedClock shared) {
            return shared;
        }
        throw new IllegalArgumentException(
                "clock must be a SharedClock, which any thread may arm, such as an EventLoop or an ExecutorClock: clock="
                        + (clock == null ? null : clock.getClass().getName()));
    }
}
