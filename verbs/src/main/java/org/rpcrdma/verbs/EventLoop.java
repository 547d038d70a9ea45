// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Waits for an endpoint's events. One thread calls completion handlers, connection handlers and timer tasks one after
 * the other. In a simulation, a loop is one processor of a simulated host and waits in the simulation's scheduler; on a
 * real device, it waits in {@code poll(2)}.
 *
 * <p>On a simulated host, each verbs call in a handler advances {@link #nanoTime()} by its cost, so that programs can
 * measure it.
 *
 * <p>The loop's thread is the thread that ran the loop last. Other threads may use only its clock, its timers and
 * {@link #newWakeup}; the tasks run on the loop's thread while it runs the loop. After a thread hands the loop over to
 * another thread, it must not use the timers until the other thread has run the loop.
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
     * Returns true if the loop's time is virtual and advances only while a thread runs the simulation.
     *
     * @return false by default.
     */
    default boolean isVirtual() {
        return false;
    }

    /**
     * Returns true if the device makes progress only while this loop runs. A caller that polls a completion queue or
     * memory must then run the loop between two polls. A NIC makes progress on its own; its loop only delivers events.
     *
     * @return false by default.
     */
    default boolean drivesDevice() {
        return false;
    }

    /**
     * Waits until a completion queue has a completion to poll, without calling handlers. Use it for a request that the
     * caller cannot proceed without, such as a registration. Unlike {@link #runOnce}, a handler may call it; it blocks
     * the loop's other handlers until it returns. On a simulated host, loops that wait concurrently return in the
     * reverse order of their calls, at non-decreasing times.
     *
     * @param queue        one of this loop's completion queues; it need not be armed.
     * @param timeoutNanos the maximum wait in nanoseconds, 0 or more.
     * @return true if a completion can be polled; false if the wait timed out, or if a simulation has no events left.
     */
    boolean await(CompletionQueue queue, long timeoutNanos);

    /**
     * Creates a wakeup, with which other threads run a task on this loop. In a simulation, the task runs as soon as a
     * thread runs the simulation, at the current virtual time. The seed does not determine that time, because other
     * threads act in real time.
     *
     * @param task runs on the loop's thread after {@link Wakeup#wake()}, like a handler.
     * @return the wakeup.
     */
    Wakeup newWakeup(Runnable task);
}
