// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.rpcrdma.verbs.Wakeup;

/**
 * An event handler, the loop that calls the handler, and the events that are queued for the loop. Any thread that reads
 * an event from the device can queue it here.
 *
 * @param <E> the type of the queued elements: an event of the device, or the type of a queue pair's event.
 */
public final class AsyncSubscription<E> {
    private final AsyncLoop loop;
    private final Predicate<? super E> handler;
    private final Wakeup wakeup;
    private final ConcurrentLinkedQueue<E> waiting = new ConcurrentLinkedQueue<>();
    private boolean isOver;

    /** @param handler the handler, which returns false if the event's object has been closed. */
    public AsyncSubscription(final AsyncLoop loop, final Predicate<? super E> handler) {
        this.loop = loop;
        this.handler = handler;
        wakeup = loop.newWakeup(this::tellOne);
    }

    public AsyncLoop loop() {
        return loop;
    }

    /** Queues an event. Thread-safe. Call {@link #wake} to make the loop process the event. */
    public void put(final E event) {
        waiting.add(event);
    }

    /** Stops notifying the handler. Must be called on the loop's thread. */
    public void end() {
        isOver = true;
    }

    /** Ends this subscription, and moves the events that its handler has not yet received to the next subscription. */
    void handOverTo(final AsyncSubscription<E> next) {
        end();
        for (E event = waiting.poll(); event != null; event = waiting.poll()) {
            next.put(event);
        }
        next.wake();
    }

    /** Wakes the loop to process the queue. Thread-safe. */
    public void wake() {
        wakeup.wake();
    }

    /**
     * Reports the oldest queued event to the handler. Returns false if no event was reported, for example because the
     * event's object has been closed. Must be called on the loop's thread.
     */
    boolean tellOne() {
        final E event = waiting.poll();
        if (!waiting.isEmpty()) {
            wakeup.wake();
        }
        return !isOver && event != null && handler.test(event);
    }
}
