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

    private final Timeline timeline;
    private final HostLoops loops;
    private final long latency;
    private final Queue<Raised> raised = new ArrayDeque<>(1);
    private final Event notification = Event.of(this::callHandler);
    private final Task call = Task.of(this::handOut);

    /** Null if no handler is set. */
    private Subscription subscription;

    public AsyncEvents(final Timeline timeline, final HostLoops loops, final long latency) {
        this.loops = loops;
        this.timeline = timeline;
        this.latency = latency;
    }

    /**
     * Sets the handler, which also gets the events that the previous handler did not take; close the result to remove
     * it.
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
            timeline.schedule(Event.of(() -> own.call(type)), timeline.nanoTime() + latency);
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

    /** A handler and the loop that runs it. */
    private record Subscription(HostLoop loop, AsyncEventHandler handler) {}

    /** An event that the handler has not taken yet. */
    private record Raised(Object subject, Consumer<AsyncEventHandler> delivery) {}

    /** Returns a handler of a queue pair's failures. */
    public FailureHandler failureHandler(
            final EventLoop loop, final BooleanSupplier isClosed, final Consumer<AsyncEventType> handler) {
        return new FailureHandler(loops.own(loop), isClosed, handler);
    }

    /**
     * The handler of one queue pair's failures.
     *
     * @param loop runs the handler.
     * @param isClosed  true once the queue pair is closed, which silences the handler.
     * @param handler   takes each failure's type.
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
