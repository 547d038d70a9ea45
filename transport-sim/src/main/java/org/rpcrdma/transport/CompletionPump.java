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
import org.rpcrdma.verbs.Completions;

/** Polls a completion queue empty when it has an event, arms it again and polls once more. */
final class CompletionPump implements CompletionHandler {
    /** Takes completions one by one. */
    interface Sink {
        void onCompletion(Completions batch, int i);
    }

    private final TransportConnection connection;
    private final Completions batch;
    private final Sink sink;

    CompletionPump(final TransportConnection connection, final Completions batch, final Sink sink) {
        this.connection = connection;
        this.batch = batch;
        this.sink = sink;
    }

    @Override
    public void onCompletionEvent(final CompletionQueue queue) {
        connection.beginDispatch();
        try {
            drain(queue);
            queue.arm();
            drain(queue);
        } finally {
            connection.endDispatch();
        }
    }

    private void drain(final CompletionQueue queue) {
        int count;
        while ((count = queue.poll(batch)) > 0) {
            for (int i = 0; i < count; i++) {
                sink.onCompletion(batch, i);
            }
        }
    }
}
