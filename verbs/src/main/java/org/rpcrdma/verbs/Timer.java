// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A task with a time at which it runs once; armed again and again without allocation. Made by a {@link Clock}, which
 * documents the rules about locks. If threads arm a timer at the same moment, the last call to take effect sets the
 * time.
 */
public interface Timer {
    /**
     * Runs the task once, a delay from now. A time that was set before is replaced.
     *
     * @param delayNanos nanoseconds, 0 or more.
     */
    void arm(long delayNanos);

    /**
     * Cancels the timer. A task that has started completes.
     *
     * @return true if the timer was armed.
     */
    boolean cancel();

    /**
     * Returns true if a time is set that has not come yet.
     *
     * @return true from {@link #arm(long)} until the task begins or {@link #cancel()}.
     */
    boolean isArmed();
}
