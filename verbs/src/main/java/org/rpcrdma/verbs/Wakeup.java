// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * Lets other threads run a task on the thread of an {@link EventLoop} (on a real device by an {@code eventfd(2)} that
 * the loop polls). Owned by its loop; there is nothing to close.
 */
@FunctionalInterface
public interface Wakeup {
    /**
     * Has the task run soon. Any number of calls before it begins make one run. The task sees all earlier writes of the
     * calling thread. Thread-safe; takes no lock and allocates nothing.
     */
    void wake();
}
