// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.transmit;

import org.rpcrdma.verbs.AsyncEventType;

/** Takes the reports of the two halves of a queue pair. */
public interface QueuePairEvents {
    /** Returns true if the queue pair takes packets. */
    boolean isOperational();

    /** Reports that a send request failed and was completed; the queue pair flushes the later requests. */
    void sendFailed();

    /** Reports that the send queue has drained, as requested. */
    void sendQueueDrained();

    /** Reports that a request is answered by an RNR NAK. */
    void notReady();

    /** Raises an event for the application. */
    void raise(AsyncEventType event);

    /** Lets the queue pair go to the state ERR and flush both queues. */
    void fail();
}
