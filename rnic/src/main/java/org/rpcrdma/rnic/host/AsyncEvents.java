// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.host;

import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.Queue;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.rpcrdma.rnic.time.Event;
import org.rpcrdma.rnic.time.Timeline;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.AsyncEventType;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.SharedReceiveQueue;

/**
 * Delivers a device's asynchronous events to one handler, in the order in which they were raised. An event is delivered
 * no earlier than one interrupt latency after it was raised. It is dropped if no handler is set, or if its object is
 * closed before the delivery.
 */
public final class AsyncEvents {
    private static final Set<AsyncEventType> FAILURES = EnumSet.of(
            AsyncEventType.QP_FATAL,
            AsyncEventType.QP_REQ_ERR,
            AsyncEventType.QP_ACCESS_ERR,
            AsyncEventType.QP_LAST_WQE_REACHED);

    private final Timeline timeline;
    private final HostLoops loops;
    private final long latency;
    private final Queue<Raised> raised = new ArrayDeque<>(1);
    private final Event notification = Event.of(this::callHandler);
    private final Task call = Task.of(this::handOut);

    /** The current handler, or null. */
    private Subscription subscription;

    public AsyncEvents(final Timeline timeline, final HostLoops loops, final long latency) {
        this.loops = loops;
        this.timeline = timeline;
        this.latency = latency;
    }

    /**
     * Sets the handler, which also receives events that are still pending for the previous handler. Close the result to
     * remove the handler.
     */
    public AutoCloseable handle(final EventLoop eventLoop, final AsyncEventHandler handler) {
        final HostLoop loop = loops.own(eventLoop);
        if (subscription != null) {
            subscription.loop.remove(call);
        }
        final Subscription begun = new Subscription(loop, handler);
        subscription = begun;
        if (!raised.isEmpty()) {
            notifyHandler();
        }
        return () -> end(begun);
    }

    /** Removes a handler, unless it has already been replaced. */
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

    /** Raises an event. The queue pair's own handler, if any, is notified first. */
    public void raise(final AsyncEventType type, final QueuePair queuePair, final FailureHandler own) {
        if (own != null && FAILURES.contains(type)) {
            timeline.schedule(Event.of(() -> own.call(type)), timeline.nanoTime() + latency);
        }
        raise(type, queuePair);
    }

    /** Drops the pending events of an object that is being closed. */
    public void forget(final Object subject) {
        raised.removeIf(event -> event.subject == subject);
    }

    /** Drops all pending events because the device is being closed. */
    public void close() {
        raised.clear();
        timeline.cancel(notification);
        if (subscription != null) {
            subscription.loop.remove(call);
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
            timeline.schedule(notification, timeline.nanoTime() + latency);
        }
    }

    /** A handler, and the loop that runs it. */
    private record Subscription(HostLoop loop, AsyncEventHandler handler) {}

    /** A pending event. */
    private record Raised(Object subject, Consumer<AsyncEventHandler> delivery) {}

    /** Creates a handler for a queue pair's failures. */
    public FailureHandler failureHandler(
            final EventLoop loop, final BooleanSupplier isClosed, final Consumer<AsyncEventType> handler) {
        return new FailureHandler(loops.own(loop), isClosed, handler);
    }

    /**
     * The handler for one queue pair's failures.
     *
     * @param loop     runs the handler.
     * @param isClosed returns true after the queue pair has been closed; the handler is then no longer called.
     * @param handler  receives the type of each failure.
     */
    public record FailureHandler(HostLoop loop, BooleanSupplier isClosed, Consumer<AsyncEventType> handler) {
        private void call(final AsyncEventType type) {
            if (isClosed.getAsBoolean()) {
                return;
            }
            loop.ready(Task.of(() -> {
                if (!isClosed.getAsBoolean()) {
                    handler.accept(type);
                }
            }));
        }
    }

    private void callHandler() {
        subscription.loop.ready(call);
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
