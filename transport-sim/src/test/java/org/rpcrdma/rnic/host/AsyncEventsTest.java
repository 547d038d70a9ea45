// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.sim.cost.CostParameter.EVENT_LATENCY;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.host.HostProcessors;
import org.rpcrdma.sim.host.Processor;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.QueuePair;

class AsyncEventsTest implements AsyncEventHandler {
    private static final CostModel COSTS = CostModel.defaults();

    private final Simulation simulation = new Simulation(1);
    private final HostProcessors processors = new HostProcessors("sim0", simulation, COSTS, new RunningLoop());
    private final Processor loop = (Processor) processors.newEventLoop();
    private final AsyncEvents events = new AsyncEvents(simulation, processors, COSTS.nanos(EVENT_LATENCY));
    private final QueuePair queuePair = fake(QueuePair.class, 17);
    private final CompletionQueue queue = fake(CompletionQueue.class, 64);
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
    void shouldDeliverEventsInOrderAfterTheEventLatency() {
        events.handle(loop, this);
        final long before = simulation.nanoTime();
        events.raise(AsyncEventType.QP_FATAL, queuePair);
        events.raisePort(AsyncEventType.PORT_ERR, 1);
        events.raise(AsyncEventType.CQ_ERR, queue);
        assertEquals(List.of(), taken);
        simulation.run();
        assertEquals(List.of("QP_FATAL 17", "PORT_ERR 1", "CQ_ERR 64"), taken);
        assertEquals(COSTS.nanos(EVENT_LATENCY), simulation.nanoTime() - before);
    }

    @Test
    void shouldDropEventsRaisedWithoutAHandler() {
        events.raisePort(AsyncEventType.PORT_ERR, 1);
        events.handle(loop, this);
        simulation.run();
        assertEquals(List.of(), taken);
    }

    @Test
    void shouldDropTheEventsOfAClosedQueuePair() {
        events.handle(loop, this);
        events.raise(AsyncEventType.QP_FATAL, queuePair);
        events.raisePort(AsyncEventType.PORT_ERR, 1);
        events.forget(queuePair);
        simulation.run();
        assertEquals(List.of("PORT_ERR 1"), taken);
    }

    @Test
    void shouldDeliverTheNextEventAfterAHandlerThatThrew() {
        events.handle(loop, this);
        isThrowing = true;
        events.raise(AsyncEventType.QP_FATAL, queuePair);
        events.raisePort(AsyncEventType.PORT_ERR, 1);
        try {
            simulation.run();
        } catch (final IllegalStateException e) {
            simulation.run();
        }
        assertEquals("PORT_ERR 1", taken.get(1));
    }

    @Test
    void shouldStopDeliveringOnceTheSubscriptionIsClosed() throws Exception {
        final AutoCloseable ending = events.handle(loop, this);
        events.raisePort(AsyncEventType.PORT_ERR, 1);
        ending.close();
        events.raisePort(AsyncEventType.PORT_ERR, 2);
        simulation.run();
        assertEquals(List.of(), taken);
        events.handle(loop, this);
        ending.close();
        events.raisePort(AsyncEventType.PORT_ERR, 3);
        simulation.run();
        assertEquals(List.of("PORT_ERR 3"), taken, "the end of one is no end of the next");
    }

    @Test
    void shouldDeliverPendingEventsToANewHandler() {
        events.handle(loop, new AsyncEventHandler() {});
        events.raisePort(AsyncEventType.PORT_ERR, 1);
        events.handle(loop, this);
        simulation.run();
        assertEquals(List.of("PORT_ERR 1"), taken);
    }

    @Test
    void shouldCallAQueuePairsOwnFailureHandlerUntilItIsClosed() {
        final boolean[] isClosed = new boolean[1];
        final AsyncEvents.FailureHandler own =
                new AsyncEvents.FailureHandler(loop, () -> isClosed[0], type -> taken.add("own " + type));
        events.raise(AsyncEventType.QP_FATAL, queuePair, own);
        events.raise(AsyncEventType.COMM_EST, queuePair, own);
        simulation.run();
        assertEquals(List.of("own QP_FATAL"), taken, "communication established is no failure");
        events.raise(AsyncEventType.QP_FATAL, queuePair, own);
        isClosed[0] = true;
        simulation.run();
        assertEquals(List.of("own QP_FATAL"), taken);
    }

    /** Returns a verbs object whose numeric attributes all have the given value. */
    private static <T> T fake(final Class<T> type, final int number) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (self, method, args) ->
                        method.getName().equals("equals") ? (Object) (self == args[0]) : (Object) number));
    }
}
