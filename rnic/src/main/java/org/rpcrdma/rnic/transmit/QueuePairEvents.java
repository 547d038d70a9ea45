// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.transmit;

import org.rpcrdma.verbs.AsyncEventType;

/** Receives events from the two halves of a queue pair. */
public interface QueuePairEvents {
    /** Returns true if the queue pair accepts packets. */
    boolean isOperational();

    /**
     * Reports that a send request has failed and has been completed. The queue pair then flushes the later requests.
     */
    void sendFailed();

    /** Reports that the send queue has drained, as requested. */
    void sendQueueDrained();

    /** Reports that a request is being answered with an RNR NAK. */
    void notReady();

    /** Raises an event for the application. */
    void raise(AsyncEventType event);

    /** Moves the queue pair to the state ERR and flushes both queues. */
    void fail();
}
