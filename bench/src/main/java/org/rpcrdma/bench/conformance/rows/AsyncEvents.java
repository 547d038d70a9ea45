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
package org.rpcrdma.bench.conformance.rows;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.bench.conformance.Endpoint;
import org.rpcrdma.bench.conformance.Expect;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.QueuePair;

/** The asynchronous events of queue pairs that one side's device told of. */
final class AsyncEvents implements AsyncEventHandler {
    private final List<String> taken = new ArrayList<>();

    AsyncEvents(final Endpoint side) {
        side.device().handleAsyncEvents(side.loop(), this);
    }

    @Override
    public void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {
        taken.add(name(type, queuePair));
    }

    /** Expects one event and no other. */
    void expectOne(final AsyncEventType type, final QueuePair queuePair) {
        Expect.equal("events", List.of(name(type, queuePair)), taken);
    }

    /** Expects that nothing was told. */
    void expectNone() {
        Expect.equal("events", List.of(), taken);
    }

    private static String name(final AsyncEventType type, final QueuePair queuePair) {
        return type + " of " + queuePair.number();
    }
}
