// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.event;

/** The methods of a completion queue that its event loop calls. They are called on the loop's thread. */
public interface LoopQueue {
    /** Records an event that was read from the completion channel, and calls the queue's handler. */
    void onEvent();

    /**
     * Returns true if a completion or a failure can be polled. To find this out, the method removes one completion from
     * the device's queue and keeps it for the next poll.
     */
    boolean hasCompletion();
}
