// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.rows;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.conformance.runner.Endpoint;
import org.rpcrdma.conformance.runner.Expect;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.QueuePair;

/** The asynchronous events of queue pairs that one side's device reported. */
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

    /** Expects that nothing was reported. */
    void expectNone() {
        Expect.equal("events", List.of(), taken);
    }

    private static String name(final AsyncEventType type, final QueuePair queuePair) {
        return type + " of " + queuePair.number();
    }
}
