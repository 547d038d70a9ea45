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
package org.rpcrdma.nic;

/**
 * Where a request goes: Receives with the memory that they name and their completions, and the domain whose keys a
 * peer can use. It is all that a queue pair has, unless its peer sends to shared queues of its choice: see {@link XrcReceives}.
 */
final class ReceiveTarget implements ReceiveTargets {
    final SimulatedProtectionDomain domain;
    final ReceiveQueue queue;
    final ReceiveMemory memory;
    final ReceiveCompletions completions;

    ReceiveTarget(
            final SimulatedQueuePair queuePair, final SimulatedProtectionDomain domain, final ReceiveQueue queue) {
        this.domain = domain;
        this.queue = queue;
        memory = new ReceiveMemory(queuePair.device(), queue);
        completions = new ReceiveCompletions(queuePair, queue);
    }

    @Override
    public ReceiveTarget of(final Packet packet) {
        return this;
    }

    @Override
    public void flush() {
        completions.flush();
    }

    @Override
    public void drop() {
        queue.drop();
    }
}
