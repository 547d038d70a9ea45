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
package org.rpcrdma.transport;

import org.rpcrdma.verbs.CompletionHandler;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.EventLoop;

/** Keeps back the events of the second completion queue that is made, which is the one for sends. */
final class LateSends extends ForwardingDevice {
    private int queues;
    CompletionHandler handler;
    CompletionQueue queue;

    @Override
    public CompletionQueue createCompletionQueue(
            final int entries, final EventLoop loop, final CompletionHandler given) {
        if (queues++ == 0) {
            return super.createCompletionQueue(entries, loop, given);
        }
        handler = given;
        queue = super.createCompletionQueue(entries, loop, ready -> {});
        return queue;
    }
}
