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

/** Records a device's asynchronous events, beginning when the log is created. Used by the row's thread. */
public final class AsyncEventLog implements AsyncEventHandler {
    private final Testbed bed;
    private final List<Entry> entries = new ArrayList<>();

    /**
     * An event and the object that it concerns. The object of a port's event is the port's number; the object of a
     * device's event is null.
     */
    private record Entry(AsyncEventType type, Object subject) {}

    /**
     * Starts recording.
     *
     * @param bed  the testbed.
     * @param side the side whose device is recorded.
     */
    public AsyncEventLog(final Testbed bed, final Endpoint side) {
        this.bed = bed;
        side.device().handleAsyncEvents(side.loop(), this);
    }

    /**
     * Waits until the testbed is idle, then returns the number of events of one type for one object.
     *
     * @param type    the event type.
     * @param subject a queue pair, a completion queue, a shared receive queue, or a port number.
     * @return the number of events.
     */
    public int count(final AsyncEventType type, final Object subject) {
        bed.settle();
        final Entry wanted = new Entry(type, subject);
        return (int) entries.stream().filter(wanted::equals).count();
    }

    /**
     * Waits until the testbed is idle. Then expects all queue pairs together to have had exactly one event, or no
     * event.
     *
     * @param type    the event type; null to expect no event.
     * @param subject the queue pair that must have had the event.
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
