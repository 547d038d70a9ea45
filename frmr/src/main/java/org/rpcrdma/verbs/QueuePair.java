/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.verbs;

/**
 * A queue pair: a send queue and a receive queue, connected to one peer.
 *
 * <p>Requests are carried out in order. After one fails, the queue pair is in the state ERR: what is outstanding
 * and what is posted later completes with {@link CompletionStatus#WR_FLUSH_ERR}, in order.
 */
public interface QueuePair extends AutoCloseable {
    /**
     * The queue pair's number.
     *
     * @return 24 bits.
     */
    int number();

    /**
     * Posts a chain of send work requests. The chain can be cleared and staged anew as soon as the call returns.
     *
     * @param chain the staged requests.
     * @throws PostException ENOMEM where the send queue is full, EINVAL where a request does not fit the queue pair;
     *     it names the first request that was not posted.
     */
    void postSend(SendRequests chain);

    /**
     * Posts a chain of Receives. The chain can be cleared and staged anew as soon as the call returns.
     *
     * @param chain the staged Receives.
     * @throws PostException ENOMEM where the receive queue is full, EINVAL where the queue pair's state allows no
     *     Receives; it names the first Receive that was not posted.
     */
    void postReceive(ReceiveRequests chain);

    /**
     * Joins the queue pair to itself, without the connection manager: sends can be posted once the call returns. Meant
     * for requests that never leave the device, fast registrations and local invalidations, which are wanted before,
     * or without, a connection to a peer (a driver's way of carrying out its own: {@code ibv_modify_qp} to RTR and
     * RTS, the destination its own number).
     *
     * @throws VerbsException EINVAL where it is not in the state INIT, or is about to be connected.
     */
    void connectToItself();

    /** Moves the queue pair to the state ERR: everything outstanding is flushed. */
    void toError();

    /** Destroys the queue pair. Completions that were not polled stay in their queues. */
    @Override
    void close();
}
