// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Waits for an endpoint's events. One thread calls completion handlers, connection handlers and timer tasks in turn. In
 * a simulation, a loop represents one processor of a simulated host and waits in the simulation's scheduler. On a real
 * device, it waits in {@code poll(2)}.
 *
 * <p>On a simulated host, each verbs call in a handler advances {@link #nanoTime()} by the call's cost, so that
 * programs can measure this cost.
 *
 * <p>The loop's thread is the thread that last ran the loop. Other threads may use only the loop's clock, its timers
 * and {@link #newWakeup}. Tasks of timers and wakeups run on the loop's thread while it runs the loop. A thread that
 * hands the loop over to another thread must not use the timers until the new thread has run the loop.
 */
public interface EventLoop extends Clock.Shared {
    /**
     * Waits for the next event and calls its handler.
     *
     * @param timeoutNanos the maximum wait in nanoseconds, 0 or more.
     * @return true if a handler was called; false if the wait timed out, or if a simulation has no events left.
     */
    boolean runOnce(long timeoutNanos);

    /**
     * Returns true if the loop's time is virtual. Virtual time advances only while a thread runs the simulation.
     *
     * @return false by default.
     */
    default boolean isVirtual() {
        return false;
    }

    /**
     * Returns true if the device makes progress only while this loop runs. In that case, a caller that polls a
     * completion queue or memory must run the loop between polls. A NIC, in contrast, makes progress on its own, and
     * its loop only delivers events.
     *
     * @return false by default.
     */
    default boolean drivesDevice() {
        return false;
    }

    /**
     * Waits until a completion queue has a completion to poll, without calling handlers. Use it when the caller cannot
     * continue without the completion, such as the completion of a registration. Unlike {@link #runOnce}, it may be
     * called in a handler; the loop's other handlers wait until it returns. On a simulated host, if several loops wait
     * at the same time, their calls return in reverse order, at non-decreasing times.
     *
     * @param queue        one of this loop's completion queues; it need not be armed.
     * @param timeoutNanos the maximum wait in nanoseconds, 0 or more.
     * @return true if a completion can be polled; false if the wait timed out, or if a simulation has no events left.
     */
    boolean await(CompletionQueue queue, long timeoutNanos);

    /**
     * Creates a wakeup, with which other threads run a task on this loop. In a simulation, the task runs at the current
     * virtual time, as soon as a thread runs the simulation. The seed does not determine this time, because other
     * threads act in real time.
     *
     * @param task the task, which runs on the loop's thread after {@link Wakeup#wake()}, as a handler does.
     * @return the wakeup.
     */
    Wakeup newWakeup(Runnable task);
}
