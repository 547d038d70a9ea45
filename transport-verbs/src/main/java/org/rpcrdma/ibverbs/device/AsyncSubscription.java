/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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

    /** The handler is told nothing any more; on the loop's thread. */
    void end() {
        isOver = true;
    }

    /** Ends this one; what its handler was not told yet another's is. */
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

    /** Tells of the event that waits longest, on the loop's thread; returns whether there was one. */
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
