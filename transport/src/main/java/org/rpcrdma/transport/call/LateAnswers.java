// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.ArrayList;
import org.agrona.collections.ArrayListUtil;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;
import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Wakeup;

/**
 * Delivers answers from other threads to a server's event loop, in the order in which the calls were answered. It also
 * reclaims the memory of calls that were answered while a thread was working on them.
 */
public class LateAnswers {
    private static final int CHUNK = 1024;

    private final MpscUnboundedVarHandleArrayQueue<Call> queue = new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
    private final ArrayList<Call> lent = new ArrayList<>();
    private final HandlerFailures failures = new HandlerFailures();
    private final Wakeup wakeup;

    /** The number of deferred calls whose answers have not yet been delivered. Used on the event loop only. */
    private int awaited;

    public LateAnswers(final EventLoop loop) {
        wakeup = loop.newWakeup(this::deliver);
    }

    /** Records that a thread continues to work on an answered call. */
    void lend(final Call expired) {
        lent.add(expired);
        awaited++;
    }

    /** Records that a call has been deferred. */
    void await() {
        awaited++;
    }

    /**
     * Returns the number of deferred calls whose answers have not yet been delivered or on which a thread is still
     * working.
     */
    public int awaited() {
        return awaited;
    }

    /** Adds an answer. If memory is exhausted, throws without changing anything. Thread-safe. */
    void add(final Call answered) {
        queue.offer(answered);
    }

    /** Wakes the event loop, which then delivers the queued answers and reclaims the returned memory. Thread-safe. */
    void wake() {
        wakeup.wake();
    }

    /** Delivers all answers, even if delivering one of them throws an exception. */
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
        takeBack();
        failures.rethrow();
    }

    private void takeBack() {
        for (int i = lent.size() - 1; i >= 0; i--) {
            final Call call = lent.get(i);
            if (call.expired.isReturned()) {
                ArrayListUtil.fastUnorderedRemove(lent, i);
                awaited--;
                failures.collect(() -> call.dispatcher.takeBack(call));
            }
        }
    }
}
