// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The source of time and timers: virtual in a simulation, real on a real device. The library reads time and sleeps only
 * through it.
 *
 * <p>An implementation may hold an internal lock while it runs a task, and may take that lock in every method of the
 * clock and its timers. A caller must not call them while it holds a lock that one of its tasks takes.
 *
 * <p>A clock belongs to one thread, unless it is a {@link Shared}.
 */
public interface Clock {
    /**
     * Returns the time now, of no fixed origin and never going back.
     *
     * @return nanoseconds.
     */
    long nanoTime();

    /**
     * Creates an unarmed timer.
     *
     * @param task runs when its time comes, never within a call of the clock or the timer.
     * @return the timer.
     */
    Timer newTimer(Runnable task);

    /**
     * A clock that any thread may use: read it, make timers, and arm and cancel them. {@link EventLoop} is one, whose
     * tasks run on the loop's thread; {@code time.ExecutorClock} is one over a scheduled executor. Arenas and FRMR
     * pools, which any thread uses, accept no other clock.
     */
    interface Shared extends Clock {
        /**
         * Checks that any thread may use a clock.
         *
         * @param clock the clock.
         * @return the same clock.
         * @throws IllegalArgumentException if only some threads may use it, or it is null.
         */
        static Shared require(final Clock clock) {
            if (clock instanceof Shared shared) {
                return shared;
            }
            throw new IllegalArgumentException(
                    "clock must be a Clock.Shared, which any thread may arm, such as an EventLoop or an ExecutorClock: clock="
                            + (clock == null ? null : clock.getClass().getName()));
        }
    }
}
