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
package org.rpcrdma.transport;

import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Wakeup;

/** Brings answers of other threads to a server's event loop, in the order they were given. */
final class LateAnswers {
    private static final int CHUNK = 1024;

    private final MpscUnboundedVarHandleArrayQueue<ServerCall> queue = new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
    private final HandlerFailures failures = new HandlerFailures();
    private final Wakeup wakeup;

    LateAnswers(final EventLoop loop) {
        wakeup = loop.newWakeup(this::deliver);
    }

    /** For any thread. */
    void add(final ServerCall answered) {
        queue.offer(answered);
        wakeup.wake();
    }

    /** What one answer leads to does not keep the others waiting. */
    private void deliver() {
        ServerCall answered;
        while ((answered = queue.poll()) != null) {
            try {
                answered.deliver();
            } catch (final Throwable e) {
                failures.add(e);
            }
        }
        failures.rethrow();
    }
}
