// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.LinkedHashSet;
import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;

/**
 * Divides a limited resource among the calls of all connections of a server.
 *
 * <pre>
 *   connection 1   a b c          round robin over connections, FIFO within each:  a d f b e c
 *   connection 2   d e
 *   connection 3   f
 * </pre>
 *
 * <p>A connection that already holds part of the resource can acquire more only while half of the total is free. The
 * other half is reserved for the first calls of other connections, so that connections that never release their part
 * cannot exhaust the resource. A call that waits for this reason does not delay the calls of other connections.
 */
abstract class CallTurns {
    private final LinkedHashSet<CallQueue> turns = new LinkedHashSet<>();
    private final HandlerFailures failures = new HandlerFailures();
    private final long limit;
    private final Timer timer;
    private long taken;
    private int waiting;

    /**
     * True if a call of any connection is waiting because not enough of the resource is free. Later calls are then
     * queued after it.
     */
    private boolean isShort;

    private enum Answer {
        GRANTED,
        OVER_SHARE,
        SHORT
    }

    /**
     * Creates the state of an unused resource.
     *
     * @param limit the total amount of the resource.
     */
    CallTurns(final Clock clock, final long limit) {
        this.limit = limit;
        timer = clock.newTimer(this::admitWaiting);
    }

    /** Returns the amount of the resource that a call needs. It must not exceed the limit. */
    abstract long need(Call call);

    /** Records that a call has been granted the amount that it needs. */
    abstract void grant(Call call);

    final long limit() {
        return limit;
    }

    /** Returns the number of calls that are waiting. */
    public final int waiting() {
        return waiting;
    }

    /**
     * Grants a call the amount that it needs and returns true, or adds the call to its connection's queue and returns
     * false.
     */
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

    /** Releases an amount that a connection's call no longer needs. */
    final void give(final CallQueue queue, final long amount) {
        taken -= amount;
        queue.taken -= amount;
        resume();
    }

    /**
     * Resumes waiting calls if enough of the resource is free. This happens in a separate event, not while another call
     * is being handled.
     */
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

    /** Removes a connection's waiting calls from the queue. These calls do not hold any of the resource. */
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
