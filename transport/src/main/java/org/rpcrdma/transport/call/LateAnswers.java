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
 * Brings answers of other threads to a server's event loop, in the order they were given, and takes back the memory of
 * calls that were answered while a thread worked on them.
 */
public class LateAnswers {
    private static final int CHUNK = 1024;

    private final MpscUnboundedVarHandleArrayQueue<Call> queue = new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
    private final ArrayList<Call> lent = new ArrayList<>();
    private final HandlerFailures failures = new HandlerFailures();
    private final Wakeup wakeup;

    /** Calls that were deferred and whose answers were not delivered; the event loop's. */
    private int awaited;

    public LateAnswers(final EventLoop loop) {
        wakeup = loop.newWakeup(this::deliver);
    }

    /** A thread goes on working on a call that was answered. */
    void lend(final Call expired) {
        lent.add(expired);
        awaited++;
    }

    /** A call was deferred. */
    void await() {
        awaited++;
    }

    /** Returns the number of deferred calls whose answers were not delivered, or on which a thread still works. */
    public int awaited() {
        return awaited;
    }

    /** For any thread: adds an answer, unless there is no memory for it. */
    void add(final Call answered) {
        queue.offer(answered);
    }

    /** For any thread: has the event loop deliver what was added, and take back what was returned. */
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
