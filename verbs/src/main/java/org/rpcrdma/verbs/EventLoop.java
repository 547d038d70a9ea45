// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Waits for an endpoint's events: one thread that calls completion handlers, connection handlers and timers one after
 * the other. In a simulation it is one processor of a simulated host and waits in the simulation's scheduler;
 * on a real device it waits in {@code poll(2)}.
 *
 * <p>Work that a handler does between events takes CPU time: on a simulated host the costs of the verbs
 * calls it makes move {@link #nanoTime()} on, so that time can be measured around them.
 *
 * <p>The loop's thread is the one that has run it last. Other threads may use its clock, its timers and {@link
 * #newWakeup} only: they reach the loop by a wakeup, so that tasks run on the loop's thread, and only while it runs the
 * loop. A thread that hands a loop over to another must not use its timers until that one has run it.
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
     * Returns true if the loop's time is that of a simulation, which goes on only while somebody runs it.
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
     * Waits until a completion queue has something to poll, and calls no handler meanwhile: for the few requests that
     * a caller cannot go on without, such as a registration. Unlike {@link #runOnce} it may be called by a handler;
     * the loop's handlers that become due wait for it to return, so the whole loop stands still for as long. On a
     * simulated host, loops that await at the same time return in the reverse order of their calls, each no earlier
     * than the one before.
     *
     * @param queue        a completion queue of this loop; it need not be armed.
     * @param timeoutNanos the longest wait, in nanoseconds, 0 or more.
     * @return true if there is something to poll; false if the time passed, or if nothing is left that could
     *     happen.
     */
    boolean await(CompletionQueue queue, long timeoutNanos);

    /**
     * Makes a way into this loop for other threads. A simulation happens only while somebody runs it, and its seed does
     * not decide the actions of other threads: the task runs when the simulation goes on, at the time that it stands
     * at.
     *
     * @param task runs on the loop's thread after {@link Wakeup#wake()}, as a handler.
     * @return the way in.
     */
    Wakeup newWakeup(Runnable task);
}
