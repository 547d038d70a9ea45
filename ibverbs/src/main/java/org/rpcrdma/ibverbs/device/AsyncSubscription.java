// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.rpcrdma.verbs.Wakeup;

/**
 * A handler of events, the loop that it is called on, and the events that wait until that does so. Any thread that
 * takes an event from the device puts it here.
 *
 * @param <E> what is put: an event of the device, or the type of one of a queue pair.
 */
public final class AsyncSubscription<E> {
    private final AsyncLoop loop;
    private final Predicate<? super E> handler;
    private final Wakeup wakeup;
    private final ConcurrentLinkedQueue<E> waiting = new ConcurrentLinkedQueue<>();
    private boolean isOver;

    /**
     * @param handler returns false for an event whose object is closed.
     */
    public AsyncSubscription(final AsyncLoop loop, final Predicate<? super E> handler) {
        this.loop = loop;
        this.handler = handler;
        wakeup = loop.newWakeup(this::tellOne);
    }

    public AsyncLoop loop() {
        return loop;
    }

    /** For any thread; {@link #wake} has the loop look for it. */
    public void put(final E event) {
        waiting.add(event);
    }

    /** Stops notifying the handler; called on the loop's thread. */
    public void end() {
        isOver = true;
    }

    /** Ends this subscription; events that its handler has not seen yet go to the next one. */
    void handOverTo(final AsyncSubscription<E> next) {
        end();
        for (E event = waiting.poll(); event != null; event = waiting.poll()) {
            next.put(event);
        }
        next.wake();
    }

    /** For any thread. */
    public void wake() {
        wakeup.wake();
    }

    /** Reports the oldest waiting event, on the loop's thread; returns whether there was one. */
    boolean tellOne() {
        final E event = waiting.poll();
        if (!waiting.isEmpty()) {
            wakeup.wake();
        }
        return !isOver && event != null && handler.test(event);
    }
}
