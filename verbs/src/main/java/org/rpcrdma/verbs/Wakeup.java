// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Runs a task on the thread of an {@link EventLoop} at the request of other threads. On a real device, the loop polls
 * an {@code eventfd(2)} for this purpose. The loop owns the wakeup; do not close it.
 */
@FunctionalInterface
public interface Wakeup {
    /**
     * Schedules the task. All calls that occur before the task starts result in a single run. The task observes
     * everything that the calling threads wrote before these calls. Thread-safe; takes no lock and allocates nothing.
     */
    void wake();
}
