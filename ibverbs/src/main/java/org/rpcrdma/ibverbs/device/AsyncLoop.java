// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import org.rpcrdma.verbs.Wakeup;

/** An event loop as asynchronous events see it. */
public interface AsyncLoop {
    /** Returns a wakeup with which any thread can make this loop run the task. */
    Wakeup newWakeup(Runnable task);

    /**
     * Starts or stops a watch for asynchronous events; the loop polls their descriptor while a watch is active.
     *
     * @param watches true to start a watch.
     */
    void watchAsync(boolean watches);
}
