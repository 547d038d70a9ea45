// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import java.util.concurrent.ConcurrentLinkedQueue;
import org.rpcrdma.verbs.AsyncEventHandler;
import org.rpcrdma.verbs.Wakeup;

/** A handler of asynchronous events, the loop that it is called on, and the events that wait until that does so. */
final class AsyncSubscription {
    private final AsyncLoop loop;
    private final AsyncEventHandler handler;
    private final Wakeup wakeup;
    private final ConcurrentLinkedQueue<AsyncEvent> waiting = new ConcurrentLinkedQueue<>();
    private boolean isOver;

    AsyncSubscription(final AsyncLoop loop, final AsyncEventHandler handler) {
        this.loop = loop;
        this.handler = handler;
        wakeup = loop.newWakeup(this::tellOne);
    }

    AsyncLoop loop() {
        return loop;
    }

    /** For any thread. */
    void put(final AsyncEvent event) {
        waiting.add(event);
    }

    /** Ends the handler's notifications; on the loop's thread. */
    void end() {
        isOver = true;
    }

    /** Ends this subscription; events that its handler has not seen yet go to the next one. */
    void handOverTo(final AsyncSubscription next) {
        end();
        for (AsyncEvent event = waiting.poll(); event != null; event = waiting.poll()) {
            next.put(event);
        }
        next.wake();
    }

    /** For any thread. */
    void wake() {
        wakeup.wake();
    }

    /** Reports the oldest waiting event, on the loop's thread; returns whether there was one. */
    boolean tellOne() {
        final AsyncEvent event = waiting.poll();
        if (!waiting.isEmpty()) {
            wakeup.wake();
        }
        if (isOver || event == null || event.isStale()) {
            return false;
        }
        event.tell(handler);
        return true;
    }
}
