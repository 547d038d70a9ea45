// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The source of time and timers: virtual in a simulation, real on a real device. The library reads the time and sleeps
 * only through a clock.
 *
 * <p>An implementation may hold an internal lock while it runs a task, and may take the same lock in every method of
 * the clock and its timers. Do not call these methods while you hold a lock that a task also takes.
 *
 * <p>A clock belongs to one thread unless it is a {@link Shared}.
 */
public interface Clock {
    /**
     * Returns the current time, which has no fixed origin and never decreases.
     *
     * @return nanoseconds.
     */
    long nanoTime();

    /**
     * Creates an unarmed timer.
     *
     * @param task runs when the timer expires, never inside a call to the clock or the timer.
     * @return the timer.
     */
    Timer newTimer(Runnable task);

    /**
     * A clock that any thread may read, and whose timers any thread may create, arm and cancel. An {@link EventLoop} is
     * a shared clock that runs the tasks on its own thread; {@code time.ExecutorClock} runs them on a scheduled
     * executor. Arenas and FRMR pools require a shared clock.
     */
    interface Shared extends Clock {
        /**
         * Checks that all threads may use a clock.
         *
         * @param clock the clock.
         * @return the same clock.
         * @throws IllegalArgumentException if the clock is null or belongs to one thread.
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
