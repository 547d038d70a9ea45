// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * A way into an {@link EventLoop} for other threads: has a task of the loop's run on the loop's thread (on a real
 * device an {@code eventfd(2)} that the loop polls). Belongs to its loop and holds nothing that is to be given back.
 */
@FunctionalInterface
public interface Wakeup {
    /**
     * Has the task run soon. Any number of calls before it begins make one run. The task sees all earlier writes of the
     * calling thread. Thread-safe; takes no lock and allocates nothing.
     */
    void wake();
}
