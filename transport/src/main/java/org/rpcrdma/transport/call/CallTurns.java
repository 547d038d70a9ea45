// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.LinkedHashSet;
import java.util.function.Predicate;
import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/**
 * Calls that wait for something that all connections of a server have in common.
 *
 * <pre>
 *   connection 1   a b c          connections in turn, each with its calls in turn:  a d f b e c
 *   connection 2   d e
 *   connection 3   f
 * </pre>
 */
final class CallTurns {
    private final LinkedHashSet<CallQueue> turns = new LinkedHashSet<>();
    private final HandlerFailures failures = new HandlerFailures();
    private final Predicate<CallContext> grant;
    private final Timer timer;
    private int waiting;

    /**
     * @param grant gives a call the resources that it waits for; returns false if too little is free.
     */
    CallTurns(final Clock clock, final Predicate<CallContext> grant) {
        this.grant = grant;
        timer = clock.newTimer(this::admitWaiting);
    }

    int waiting() {
        return waiting;
    }

    /** Returns true if a call has its resources; otherwise it waits in its connection's queue. */
    boolean admit(final CallQueue queue, final CallContext call) {
        if (turns.isEmpty() && grant.test(call)) {
            return true;
        }
        queue.add(call);
        turns.add(queue);
        waiting++;
        return false;
    }

    /** There may be enough: calls of others go on by an event of their own, not in the middle of this one's. */
    void resume() {
        if (!turns.isEmpty() && !timer.isArmed()) {
            timer.arm(0);
        }
    }

    private void admitWaiting() {
        while (!turns.isEmpty()) {
            final CallQueue queue = turns.iterator().next();
            if (!grant.test(queue.first())) {
                break;
            }
            final CallContext call = queue.remove();
            waiting--;
            turns.remove(queue);
            if (!queue.isEmpty()) {
                turns.add(queue);
            }
            failures.collect(() -> queue.admit(call));
        }
        failures.rethrow();
    }

    /** Takes a connection's calls off; they were granted nothing. */
    void abandon(final CallQueue queue) {
        waiting -= queue.size();
        queue.clear();
        if (turns.remove(queue)) {
            resume();
        }
    }

    void close() {
        timer.cancel();
    }
}
