// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.SharedReceiveQueue;

/** The asynchronous events of a device, from the moment that the log is made. */
public final class AsyncEventLog implements AsyncEventHandler {
    private final Testbed bed;
    private final List<Entry> entries = new ArrayList<>();

    /** An event of an object; a port is the object of its events, null that of the device's. */
    private record Entry(AsyncEventType type, Object subject) {}

    /**
     * Takes the events of a device from now on.
     *
     * @param bed  the world.
     * @param side its device's events are taken.
     */
    public AsyncEventLog(final Testbed bed, final Endpoint side) {
        this.bed = bed;
        side.device().handleAsyncEvents(side.loop(), this);
    }

    /**
     * Waits until nothing happens any more, then counts the events of a kind that an object had.
     *
     * @param type    the kind.
     * @param subject a queue pair, a completion queue, a shared receive queue, or a port's number.
     * @return how many they were.
     */
    public int count(final AsyncEventType type, final Object subject) {
        bed.settle();
        final Entry wanted = new Entry(type, subject);
        return (int) entries.stream().filter(wanted::equals).count();
    }

    /**
     * Waits until nothing happens any more, and expects that queue pairs had one event, or none.
     *
     * @param type    the kind; null for none.
     * @param subject the queue pair.
     */
    public void expectOnly(final AsyncEventType type, final QueuePair subject) {
        bed.settle();
        Expect.equal(
                "events of queue pairs",
                type == null ? List.of() : List.of(new Entry(type, subject)),
                entries.stream()
                        .filter(entry -> entry.subject instanceof QueuePair)
                        .toList());
    }

    @Override
    public void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {
        entries.add(new Entry(type, queuePair));
    }

    @Override
    public void onCompletionQueueEvent(final AsyncEventType type, final CompletionQueue queue) {
        entries.add(new Entry(type, queue));
    }

    @Override
    public void onSharedReceiveQueueEvent(final AsyncEventType type, final SharedReceiveQueue queue) {
        entries.add(new Entry(type, queue));
    }

    @Override
    public void onPortEvent(final AsyncEventType type, final int port) {
        entries.add(new Entry(type, port));
    }

    @Override
    public void onDeviceEvent(final AsyncEventType type) {
        entries.add(new Entry(type, null));
    }
}
