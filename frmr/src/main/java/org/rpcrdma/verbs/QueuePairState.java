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
 * The states of a queue pair (InfiniBand specification, 10.3.1). {@link QueuePair#modify} moves it on:
 *
 * <pre>
 * RESET -&gt; INIT -&gt; RTR -&gt; RTS &lt;-&gt; SQD          every state -&gt; RESET, every state -&gt; ERR
 *                          ^      |
 *                          +----- SQE             unreliable: a send failed, Receives go on
 * </pre>
 */
public enum QueuePairState {
    /** Made anew: nothing can be posted. */
    RESET,
    /** Receives can be posted, nothing is received. */
    INIT,
    /** Ready to receive. */
    RTR,
    /** Ready to send. */
    RTS,
    /** The send queue drains: what is posted waits. */
    SQD,
    /** A send failed on an unreliable queue pair: sends are flushed. */
    SQE,
    /** Failed: everything is flushed. */
    ERR
}
