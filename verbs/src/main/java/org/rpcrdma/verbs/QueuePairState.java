// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The states of a queue pair (InfiniBand specification, 10.3.1). {@link QueuePair#modify} changes the state:
 *
 * <pre>
 * RESET -&gt; INIT -&gt; RTR -&gt; RTS &lt;-&gt; SQD          every state -&gt; RESET, every state -&gt; ERR
 *                          ^      |
 *                          +----- SQE             unreliable: a send failed, Receives continue
 * </pre>
 */
public enum QueuePairState {
    /** New; no requests can be posted. */
    RESET,
    /** Receives can be posted, but no messages are received. */
    INIT,
    /** Ready to receive. */
    RTR,
    /** Ready to send. */
    RTS,
    /** The send queue is drained: requests in progress complete, and new requests wait. */
    SQD,
    /** A send failed on an unreliable queue pair. Sends are flushed, but Receives continue. */
    SQE,
    /** The queue pair failed, and all requests are flushed. */
    ERR
}
