// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.Queue;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.sim.Event;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.SharedReceiveQueue;

/**
 * The asynchronous events of a device. One handler takes them in the order in which they were raised, each an
 * interrupt's latency later at the earliest. An event is dropped if no handler is set, or if its object is closed
 * before the handler takes it.
 */
public final class AsyncEvents {
    private static final Set<AsyncEventType> FAILURES = EnumSet.of(
            AsyncEventType.QP_FATAL,
            AsyncEventType.QP_REQ_ERR,
            AsyncEventType.QP_ACCESS_ERR,
            AsyncEventType.QP_LAST_WQE_REACHED);

    private final Simulation simulation;
    private final long latency;
    private final Queue<Raised> raised = new ArrayDeque<>(1);
    private final Event notification = Event.of(this::callHandler);
    private final Task call = Task.of(this::handOut);

    /** Null if no handler is set. */
    private Subscription subscription;

    public AsyncEvents(final Simulation simulation, final CostModel costs) {
        this.simulation = simulation;
        latency = costs.nanos(CostParameter.EVENT_LATENCY);
    }

    /** Sets the handler, which also takes the events that the one before left; close the result to remove it. */
    public AutoCloseable handle(final Processor processor, final AsyncEventHandler handler) {
        if (subscription != null) {
            subscription.processor.remove(call);
        }
        final Subscription begun = new Subscription(processor, handler);
        subscription = begun;
        if (!raised.isEmpty()) {
            notifyHandler();
        }
        return () -> end(begun);
    }

    /** Removes a handler, unless another has taken its place. */
    private void end(final Subscription ended) {
        if (subscription == ended) {
            close();
            subscription = null;
        }
    }

    void raise(final AsyncEventType type, final QueuePair queuePair) {
        raise(queuePair, taker -> taker.onQueuePairEvent(type, queuePair));
    }

    public void raise(final AsyncEventType type, final CompletionQueue queue) {
        raise(queue, taker -> taker.onCompletionQueueEvent(type, queue));
    }

    public void raise(final AsyncEventType type, final SharedReceiveQueue queue) {
        raise(queue, taker -> taker.onSharedReceiveQueueEvent(type, queue));
    }

    public void raisePort(final AsyncEventType type, final int port) {
        raise(this, taker -> taker.onPortEvent(type, port));
    }

    /** Notifies a queue pair's own handler first, if it has one. */
    public void raise(final AsyncEventType type, final QueuePair queuePair, final FailureHandler own) {
        if (own != null && FAILURES.contains(type)) {
            simulation.schedule(Event.of(() -> own.call(type)), simulation.nanoTime() + latency);
        }
        raise(type, queuePair);
    }

    /** Drops the events of an object that closes. */
    public void forget(final Object subject) {
        raised.removeIf(event -> event.subject == subject);
    }

    /** Drops all events: the device closes. */
    public void close() {
        raised.clear();
        simulation.cancel(notification);
        if (subscription != null) {
            subscription.processor.remove(call);
        }
    }

    private void raise(final Object subject, final Consumer<AsyncEventHandler> delivery) {
        if (subscription != null) {
            raised.add(new Raised(subject, delivery));
            notifyHandler();
        }
    }

    private void notifyHandler() {
        if (!notification.isScheduled()) {
            simulation.schedule(notification, simulation.nanoTime() + latency);
        }
    }

    /** A handler and the processor that runs it. */
    private record Subscription(Processor processor, AsyncEventHandler handler) {}

    /** An event that the handler has not taken yet. */
    private record Raised(Object subject, Consumer<AsyncEventHandler> delivery) {}

    /**
     * The handler of one queue pair's failures.
     *
     * @param processor runs the handler.
     * @param isClosed  true once the queue pair is closed, which silences the handler.
     * @param handler   takes each failure's type.
     */
    public record FailureHandler(Processor processor, BooleanSupplier isClosed, Consumer<AsyncEventType> handler) {
        private void call(final AsyncEventType type) {
            if (isClosed.getAsBoolean()) {
                return;
            }
            processor.ready(Task.of(() -> {
                if (!isClosed.getAsBoolean()) {
                    handler.accept(type);
                }
            }));
        }
    }

    private void callHandler() {
        subscription.processor.ready(call);
    }

    private void handOut() {
        try {
            while (!raised.isEmpty()) {
                raised.remove().delivery.accept(subscription.handler);
            }
        } finally {
            if (!raised.isEmpty()) {
                callHandler();
            }
        }
    }
}
