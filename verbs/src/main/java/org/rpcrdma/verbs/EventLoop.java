// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Waits for an endpoint's events: one thread that calls completion handlers, connection handlers and timers one after
 * the other. In a simulation it is one processor of a simulated host and waits in the simulation's scheduler;
 * on a real device it waits in {@code poll(2)}.
 *
 * <p>On a simulated host, the verbs calls of a handler advance {@link #nanoTime()} by their costs, so that a program
 * can measure them.
 *
 * <p>The loop's thread is the thread that ran it last. Other threads may use only its clock, its timers and {@link
 * #newWakeup}; the tasks then run on the loop's thread, while it runs the loop. A thread that hands the loop over to
 * another thread must not use its timers before that thread has run it.
 */
public interface EventLoop extends Clock.Shared {
    /**
     * Waits for the next event and calls its handler.
     *
     * @param timeoutNanos the longest wait, in nanoseconds, 0 or more.
     * @return true if a handler was called; false if the time passed, or if nothing is left that could
     *     happen.
     */
    boolean runOnce(long timeoutNanos);

    /**
     * Returns true if the loop's time is virtual and advances only while a thread runs the simulation.
     *
     * @return false by default: a real device's loop waits by a clock.
     */
    default boolean isVirtual() {
        return false;
    }

    /**
     * Returns true if the device works only in this loop's turns: a caller that polls a completion queue, or looks at
     * memory, must run the loop between two looks. A NIC works on its own; its loop delivers events only.
     *
     * @return false by default.
     */
    default boolean drivesDevice() {
        return false;
    }

    /**
     * Waits until a completion queue has a completion to poll, without calling handlers: for requests that the caller
     * cannot proceed without, such as a registration. Unlike {@link #runOnce}, a handler may call it; it blocks the
     * loop's other handlers until it returns. On a simulated host, loops that wait concurrently return in the reverse
     * order of their calls, at non-decreasing times.
     *
     * @param queue        a completion queue of this loop; it need not be armed.
     * @param timeoutNanos the longest wait, in nanoseconds, 0 or more.
     * @return true if a completion can be polled; false if the time passed or the simulation has no events left.
     */
    boolean await(CompletionQueue queue, long timeoutNanos);

    /**
     * Creates a wakeup, by which other threads run a task on this loop. In a simulation the task runs as soon as a
     * thread runs the simulation, at the current virtual time; the seed does not determine when other threads act.
     *
     * @param task runs on the loop's thread after {@link Wakeup#wake()}, as a handler.
     * @return the wakeup.
     */
    Wakeup newWakeup(Runnable task);
}
