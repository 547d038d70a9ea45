// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.event;

/** A completion queue as its event loop sees it; both methods belong to the loop's thread. */
public interface LoopQueue {
    /** Notes an event that was taken from the completion channel, and calls the queue's handler. */
    void onEvent();

    /**
     * Returns true if there is something to poll, a failure included; takes one completion out of the device's queue to
     * see.
     */
    boolean hasCompletion();
}
