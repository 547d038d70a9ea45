// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Runs a task once at a given time. A timer can be armed any number of times without allocation. A {@link Clock}
 * creates timers and documents the locking rules. If several threads arm a timer concurrently, the last call to take
 * effect sets the time.
 */
public interface Timer {
    /**
     * Runs the task once after a delay. Replaces the previous time.
     *
     * @param delayNanos the delay in nanoseconds, 0 or more.
     */
    void arm(long delayNanos);

    /**
     * Cancels the timer. A task that has already started runs to completion.
     *
     * @return true if the timer was armed.
     */
    boolean cancel();

    /**
     * Returns true if the timer is armed and its task has not started.
     *
     * @return true from {@link #arm(long)} until the task starts or {@link #cancel()} is called.
     */
    boolean isArmed();
}
