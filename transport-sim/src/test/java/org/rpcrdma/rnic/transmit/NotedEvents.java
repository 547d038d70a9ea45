// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.transmit;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.verbs.AsyncEventType;

/** A queue pair that only records the events that its halves report. */
public final class NotedEvents implements QueuePairEvents {
    /** The reported events, in order. */
    public final List<String> events = new ArrayList<>();

    private boolean isOperational = true;

    @Override
    public boolean isOperational() {
        return isOperational;
    }

    @Override
    public void sendFailed() {
        isOperational = false;
        events.add("sendFailed");
    }

    @Override
    public void sendQueueDrained() {
        events.add("sendQueueDrained");
    }

    @Override
    public void notReady() {
        events.add("notReady");
    }

    @Override
    public void raise(final AsyncEventType event) {
        events.add(event.name());
    }

    @Override
    public void fail() {
        isOperational = false;
        events.add("fail");
    }
}
