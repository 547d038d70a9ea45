// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import org.rpcrdma.verbs.Wakeup;

/** The view of an event loop that asynchronous events need. */
public interface AsyncLoop {
    /** Returns a wakeup that any thread can use to run the task on this loop. */
    Wakeup newWakeup(Runnable task);

    /**
     * Starts or stops a watch for asynchronous events. While a watch is active, the loop polls their descriptor.
     *
     * @param watches true to start a watch.
     */
    void watchAsync(boolean watches);
}
