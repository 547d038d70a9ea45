// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Wakeup;

/** Brings answers of other threads to a server's event loop, in the order they were given. */
public class LateAnswers {
    private static final int CHUNK = 1024;

    private final MpscUnboundedVarHandleArrayQueue<Call> queue = new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
    private final HandlerFailures failures = new HandlerFailures();
    private final Wakeup wakeup;

    /** Calls that were deferred and whose answers were not delivered; the event loop's. */
    private int awaited;

    public LateAnswers(final EventLoop loop) {
        wakeup = loop.newWakeup(this::deliver);
    }

    /** A call was deferred. */
    void await() {
        awaited++;
    }

    /** Returns the number of deferred calls whose answers have not been delivered. */
    public int awaited() {
        return awaited;
    }

    /** For any thread: adds an answer, unless there is no memory for it. */
    void add(final Call answered) {
        queue.offer(answered);
    }

    /** For any thread: has the event loop deliver what was added. */
    void wake() {
        wakeup.wake();
    }

    /** Delivers all answers, even if one of them leads to an exception. */
    private void deliver() {
        Call answered;
        while ((answered = queue.poll()) != null) {
            awaited--;
            try {
                answered.dispatcher.deliver(answered);
            } catch (final Throwable e) {
                failures.add(e);
            }
        }
        failures.rethrow();
    }
}
