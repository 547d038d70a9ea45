// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.transmit;

import org.rpcrdma.verbs.AsyncEventType;

/** What the two halves of a queue pair report to it. */
public interface QueuePairEvents {
    /** Returns true if the queue pair takes packets. */
    boolean isOperational();

    /** A send request failed and is completed; the queue pair flushes what is behind it. */
    void sendFailed();

    /** All that the send queue had begun is done, as was asked for. */
    void sendQueueDrained();

    /** A wrong signature was found behind a local key of a send request. */
    void signatureFailed();

    /** The application is to be notified of an event. */
    void raise(AsyncEventType event);

    /** The queue pair cannot go on: it goes to the state ERR, and flushes both queues. */
    void fail();
}
