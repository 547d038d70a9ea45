// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.Queue;
import java.util.Set;
import java.util.function.Consumer;
import org.rpcrdma.sim.Event;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.SharedReceiveQueue;

/**
 * The asynchronous events of a device: one handler takes them in the order in which they were raised, each an
 * interrupt's latency later at the earliest. What happens while nobody listens is not told later, nor what happened to an
 * object that was closed before its event was taken.
 */
final class AsyncEvents {
    private static final Set<AsyncEventType> FAILURES =
            EnumSet.of(AsyncEventType.QP_FATAL, AsyncEventType.QP_REQ_ERR, AsyncEventType.QP_ACCESS_ERR);

    private final SimulatedDevice device;
    private final long latency;
    private final Queue<Raised> raised = new ArrayDeque<>();
    private final Event notification = new Notification();
    private final Task call = new Call();

    /** Null where nobody listens. */
    private Subscription subscription;

    AsyncEvents(final SimulatedDevice device) {
        this.device = device;
        latency = device.costs().nanos(CostParameter.EVENT_LATENCY);
    }

    /** Hands events to a handler from now on, those too that the handler before it did not take yet; returns what ends that. */
    AutoCloseable handle(final Processor processor, final AsyncEventHandler handler) {
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

    /** Nobody listens any more, unless another does by now. */
    private void end(final Subscription ended) {
        if (subscription == ended) {
            close();
            subscription = null;
        }
    }

    void raise(final AsyncEventType type, final QueuePair queuePair) {
        raise(queuePair, taker -> taker.onQueuePairEvent(type, queuePair));
    }

    void raise(final AsyncEventType type, final CompletionQueue queue) {
        raise(queue, taker -> taker.onCompletionQueueEvent(type, queue));
    }

    void raise(final AsyncEventType type, final SharedReceiveQueue queue) {
        raise(queue, taker -> taker.onSharedReceiveQueueEvent(type, queue));
    }

    void raisePort(final AsyncEventType type, final int port) {
        raise(device, taker -> taker.onPortEvent(type, port));
    }

    /** Tells a queue pair's own handler first, if it has one. */
    void raise(final AsyncEventType type, final SimulatedQueuePair queuePair, final FailureHandler own) {
        if (own != null && FAILURES.contains(type)) {
            final Event failure = new Failure(type, queuePair, own);
            device.simulation().schedule(failure, device.simulation().nanoTime() + latency);
        }
        raise(type, queuePair);
    }

    /** Drops the events of an object that is closed. */
    void forget(final Object subject) {
        raised.removeIf(event -> event.subject == subject);
    }

    /** Ends everything: the device is closed. */
    void close() {
        raised.clear();
        device.simulation().cancel(notification);
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
            device.simulation().schedule(notification, device.simulation().nanoTime() + latency);
        }
    }

    /** Who takes events, and where. */
    private record Subscription(Processor processor, AsyncEventHandler handler) {}

    /** An event that was not taken yet. */
    private record Raised(Object subject, Consumer<AsyncEventHandler> delivery) {}

    /** What a queue pair tells of its failures, and where. */
    record FailureHandler(Processor processor, Consumer<AsyncEventType> handler) {}

    /** The failure of a queue pair on its way to that one's handler. */
    private static final class Failure extends Event {
        private final AsyncEventType type;
        private final SimulatedQueuePair queuePair;
        private final FailureHandler own;

        Failure(final AsyncEventType type, final SimulatedQueuePair queuePair, final FailureHandler own) {
            this.type = type;
            this.queuePair = queuePair;
            this.own = own;
        }

        @Override
        protected void fire() {
            if (queuePair.isClosed()) {
                return;
            }
            own.processor().ready(new Task() {
                @Override
                void run() {
                    if (!queuePair.isClosed()) {
                        own.handler().accept(type);
                    }
                }
            });
        }
    }

    private final class Notification extends Event {
        @Override
        protected void fire() {
            subscription.processor.ready(call);
        }
    }

    private final class Call extends Task {
        @Override
        void run() {
            try {
                while (!raised.isEmpty()) {
                    raised.remove().delivery.accept(subscription.handler);
                }
            } finally {
                if (!raised.isEmpty()) {
                    subscription.processor.ready(this);
                }
            }
        }
    }
}
