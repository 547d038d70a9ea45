// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import org.rpcrdma.verbs.Wakeup;

/** The part of an event loop that is needed to handle asynchronous events. */
public interface AsyncLoop {
    /** Returns a wakeup that any thread can use to run the task on this loop. */
    Wakeup newWakeup(Runnable task);

    /**
     * Starts or stops a watch for asynchronous events. While a watch is active, the loop polls the descriptor for
     * asynchronous events.
     *
     * @param watches true to start a watch, false to stop it.
     */
    void watchAsync(boolean watches);
}
