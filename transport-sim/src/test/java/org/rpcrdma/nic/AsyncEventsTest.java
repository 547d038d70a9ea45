// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.QueuePair;

class AsyncEventsTest implements AsyncEventHandler {
    private final ConnectedPair pair = new ConnectedPair();
    private final SimulatedDevice device = pair.client.device;
    private final List<String> taken = new ArrayList<>();
    private boolean isThrowing;

    @Override
    public void onQueuePairEvent(final AsyncEventType type, final QueuePair queuePair) {
        taken.add(type + " " + queuePair.number());
        if (isThrowing) {
            isThrowing = false;
            throw new IllegalStateException();
        }
    }

    @Override
    public void onCompletionQueueEvent(final AsyncEventType type, final CompletionQueue queue) {
        taken.add(type + " " + queue.capacity());
    }

    @Override
    public void onPortEvent(final AsyncEventType type, final int port) {
        taken.add(type + " " + port);
    }

    @Test
    void shouldTellWhatHappenedInItsOrderAfterAnInterruptsLatency() {
        device.handleAsyncEvents(pair.client.loop, this);
        final long before = pair.simulation.nanoTime();
        device.asyncEvents().raise(AsyncEventType.QP_FATAL, pair.client.queuePair);
        device.asyncEvents().raisePort(AsyncEventType.PORT_ERR, 1);
        device.asyncEvents().raise(AsyncEventType.CQ_ERR, pair.client.queue);
        assertEquals(List.of(), taken);
        pair.simulation.run();
        assertEquals(
                List.of(
                        "QP_FATAL " + pair.client.queuePair.number(),
                        "PORT_ERR 1",
                        "CQ_ERR " + pair.client.queue.capacity()),
                taken);
        assertEquals(device.costs().nanos(CostParameter.EVENT_LATENCY), pair.simulation.nanoTime() - before);
    }

    @Test
    void shouldNotTellLaterWhatHappenedWhileNobodyListened() {
        device.asyncEvents().raisePort(AsyncEventType.PORT_ERR, 1);
        device.handleAsyncEvents(pair.client.loop, this);
        pair.simulation.run();
        assertEquals(List.of(), taken);
    }

    @Test
    void shouldForgetWhatHappenedToWhatIsClosed() {
        device.handleAsyncEvents(pair.client.loop, this);
        device.asyncEvents().raise(AsyncEventType.QP_FATAL, pair.client.queuePair);
        device.asyncEvents().raisePort(AsyncEventType.PORT_ERR, 1);
        pair.client.queuePair.close();
        pair.simulation.run();
        assertEquals(List.of("PORT_ERR 1"), taken);
    }

    @Test
    void shouldGoOnAfterAHandlerThatThrew() {
        device.handleAsyncEvents(pair.client.loop, this);
        isThrowing = true;
        device.asyncEvents().raise(AsyncEventType.QP_FATAL, pair.client.queuePair);
        device.asyncEvents().raisePort(AsyncEventType.PORT_ERR, 1);
        try {
            pair.simulation.run();
        } catch (final IllegalStateException e) {
            pair.simulation.run();
        }
        assertEquals("PORT_ERR 1", taken.get(1));
    }

    @Test
    void shouldTellNothingMoreOnceThatIsEnded() throws Exception {
        final AutoCloseable ending = device.handleAsyncEvents(pair.client.loop, this);
        device.asyncEvents().raisePort(AsyncEventType.PORT_ERR, 1);
        ending.close();
        device.asyncEvents().raisePort(AsyncEventType.PORT_ERR, 2);
        pair.simulation.run();
        assertEquals(List.of(), taken);
        device.handleAsyncEvents(pair.client.loop, this);
        ending.close();
        device.asyncEvents().raisePort(AsyncEventType.PORT_ERR, 3);
        pair.simulation.run();
        assertEquals(List.of("PORT_ERR 3"), taken, "the end of one is no end of the next");
    }

    @Test
    void shouldHandWhatWasNotTakenToANewHandler() {
        device.handleAsyncEvents(pair.client.loop, new AsyncEventHandler() {});
        device.asyncEvents().raisePort(AsyncEventType.PORT_ERR, 1);
        device.handleAsyncEvents(pair.client.loop, this);
        pair.simulation.run();
        assertEquals(List.of("PORT_ERR 1"), taken);
    }
}
