// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The source of time and timers. In a simulation, the time is virtual; on a real device, it is real. The library reads
 * the time and sleeps only through a clock.
 *
 * <p>An implementation may hold an internal lock while it runs a task, and every method of the clock and its timers may
 * acquire the same lock. Do not call these methods while you hold a lock that a task also acquires.
 *
 * <p>A clock is confined to one thread unless it implements {@link Shared}.
 */
public interface Clock {
    /**
     * Returns the current time, which has an arbitrary origin and never decreases.
     *
     * @return the time in nanoseconds.
     */
    long nanoTime();

    /**
     * Creates an unarmed timer.
     *
     * @param task the task to run when the timer expires; never runs during a call to the clock or the timer.
     * @return the timer.
     */
    Timer newTimer(Runnable task);

    /**
     * A clock that any thread may read, and whose timers any thread may create, arm and cancel. For example, an
     * {@link EventLoop} is a shared clock that runs the timers' tasks on its own thread, and {@code time.ExecutorClock}
     * runs them on a scheduled executor. Arenas and FRMR pools require a shared clock.
     */
    interface Shared extends Clock {
        /**
         * Checks that a clock can be shared among threads.
         *
         * @param clock the clock.
         * @return the same clock.
         * @throws IllegalArgumentException if the clock is null or confined to one thread.
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
