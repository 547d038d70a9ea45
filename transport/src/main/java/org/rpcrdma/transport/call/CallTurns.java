// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.LinkedHashSet;
import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/**
 * Shares something limited among the calls of all connections of a server.
 *
 * <pre>
 *   connection 1   a b c          connections in turn, each with its calls in turn:  a d f b e c
 *   connection 2   d e
 *   connection 3   f
 * </pre>
 *
 * <p>A connection that has some gets more only while half of all is free: the other half is for the first calls of
 * others, so that connections that never give theirs back do not keep all. Calls that wait for that do not hold up
 * those of other connections.
 */
abstract class CallTurns {
    private final LinkedHashSet<CallQueue> turns = new LinkedHashSet<>();
    private final HandlerFailures failures = new HandlerFailures();
    private final long limit;
    private final Timer timer;
    private long taken;
    private int waiting;

    /** True if a call waits because too little is free, whosever it is: later ones wait behind it. */
    private boolean isShort;

    private enum Answer {
        GRANTED,
        OVER_SHARE,
        SHORT
    }

    /**
     * @param limit to be shared.
     */
    CallTurns(final Clock clock, final long limit) {
        this.limit = limit;
        timer = clock.newTimer(this::admitWaiting);
    }

    /** Returns what a call takes, at most the limit. */
    abstract long need(Call call);

    /** Notes that a call has what it takes. */
    abstract void grant(Call call);

    final long limit() {
        return limit;
    }

    /** Returns the number of calls that wait. */
    public final int waiting() {
        return waiting;
    }

    /** Returns true if a call has what it takes; otherwise it waits in its connection's queue. */
    public final boolean admit(final CallQueue queue, final Call call) {
        if (!isShort && queue.isEmpty()) {
            final Answer answer = take(queue, call);
            if (answer == Answer.GRANTED) {
                return true;
            }
            isShort = answer == Answer.SHORT;
        }
        queue.calls.add(call);
        turns.add(queue);
        waiting++;
        return false;
    }

    private Answer take(final CallQueue queue, final Call call) {
        final long wanted = need(call);
        final long free = limit - taken;
        if (wanted > free) {
            return Answer.SHORT;
        }
        if (queue.taken > 0 && taken + wanted > limit / 2) {
            return Answer.OVER_SHARE;
        }
        taken += wanted;
        queue.taken += wanted;
        grant(call);
        return Answer.GRANTED;
    }

    /** Takes back what a connection's call does not need any more. */
    final void give(final CallQueue queue, final long amount) {
        taken -= amount;
        queue.taken -= amount;
        resume();
    }

    /** There may be enough: calls of others go on by an event of their own, not in the middle of this one's. */
    private void resume() {
        if (!turns.isEmpty() && !timer.isArmed()) {
            timer.arm(0);
        }
    }

    private void admitWaiting() {
        isShort = false;
        int skipped = 0;
        while (skipped < turns.size() && !isShort) {
            final CallQueue queue = turns.iterator().next();
            final Answer answer = take(queue, queue.calls.peek());
            isShort = answer == Answer.SHORT;
            skipped = answer == Answer.OVER_SHARE ? skipped + 1 : 0;
            if (answer == Answer.GRANTED) {
                final Call call = queue.calls.remove();
                moveBehind(queue);
                goOn(queue, call);
            } else if (!isShort) {
                moveBehind(queue);
            }
        }
        failures.rethrow();
    }

    private void moveBehind(final CallQueue queue) {
        turns.remove(queue);
        if (!queue.isEmpty()) {
            turns.add(queue);
        }
    }

    private void goOn(final CallQueue queue, final Call call) {
        waiting--;
        failures.collect(() -> queue.onGranted.accept(call));
    }

    /** Removes a connection's calls, which wait no longer and were granted nothing. */
    public final void abandon(final CallQueue queue) {
        waiting -= queue.calls.size();
        queue.calls.clear();
        if (turns.remove(queue)) {
            isShort &= !turns.isEmpty();
            resume();
        }
    }

    final void close() {
        timer.cancel();
    }
}
