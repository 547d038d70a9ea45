// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import org.rpcrdma.verbs.Wakeup;

/** An event loop as asynchronous events see it. */
public interface AsyncLoop {
    /** Returns a wakeup that any thread may use to have the task run by this loop. */
    Wakeup newWakeup(Runnable task);

    /**
     * Begins or ends a watch for asynchronous events; the loop looks at their descriptor while there is any.
     *
     * @param watches true to begin one.
     */
    void watchAsync(boolean watches);
}
