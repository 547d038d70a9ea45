// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.LinkedHashSet;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Bounds the payload memory of a server over all its connections. A call is admitted when all is free that it may ever take: what its
 * Read list brings, and what its Write chunks and its Reply chunk have room for. Until then it waits and holds none, so that calls that
 * were admitted never wait for memory. Once its answer is known, it keeps what that takes only.
 *
 * <pre>
 *   connection 1   a b c          connections in turn, each with its calls in turn:  a d f b e c
 *   connection 2   d e            a call that needs nothing passes them
 *   connection 3   f
 * </pre>
 */
final class PayloadBudget {
    private final PayloadPool pool;
    private final CallLimits limits;
    private final long limit;
    private final LinkedHashSet<ServerCalls> turns = new LinkedHashSet<>();
    private final HandlerFailures failures = new HandlerFailures();
    private final Timer timer;
    private long reserved;
    private int waiting;

    /** A part stays free for one payload that is moved into another block. */
    PayloadBudget(final PayloadPool pool, final CallLimits limits, final long payloadMemory, final Clock clock) {
        this.pool = pool;
        this.limits = limits;
        limit = payloadMemory - pool.blockBytes(limits.maxPayload());
        timer = clock.newTimer(this::admitWaiting);
    }

    /** Bytes that a call may take at most, by its header. */
    long need(final CallContext call) {
        final RpcRdmaHeader header = call.header;
        if (header.headerLength() == RpcRdmaHeader.MIN_LENGTH) {
            return 0;
        }
        long bytes = pool.blockBytes((int) call.reads.bytes()) + pool.blockBytes(limits.replyCapacity(header));
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            bytes += pool.blockBytes(limits.writeCapacity(header, chunk));
        }
        return bytes;
    }

    /** The most that one call may need. */
    long limit() {
        return limit;
    }

    /** Calls that wait. */
    int waiting() {
        return waiting;
    }

    /** Returns true if a call that needs memory can go on; otherwise it waits for {@link ServerCalls#admitted}. */
    boolean admit(final ServerCalls connection, final CallContext call, final long need) {
        call.reserved = need;
        if (turns.isEmpty() && reserved + need <= limit) {
            reserved += need;
            return true;
        }
        connection.waiting.add(call);
        turns.add(connection);
        waiting++;
        return false;
    }

    /** The call's answer is known: it takes no more than it has. */
    void settle(final CallContext call) {
        if (call.reserved > 0) {
            final long held = call.payloadBytes();
            reserved -= call.reserved - held;
            call.reserved = held;
            resume();
        }
    }

    /** The call has given all back. */
    void release(final CallContext call) {
        if (call.reserved > 0) {
            reserved -= call.reserved;
            call.reserved = 0;
            resume();
        }
    }

    /** Calls of other connections go on by an event of their own, not in the middle of this one's. */
    private void resume() {
        if (!turns.isEmpty() && !timer.isArmed()) {
            timer.arm(0);
        }
    }

    private void admitWaiting() {
        while (!turns.isEmpty()) {
            final ServerCalls connection = turns.iterator().next();
            final CallContext call = connection.waiting.peek();
            if (reserved + call.reserved > limit) {
                break;
            }
            reserved += call.reserved;
            waiting--;
            connection.waiting.remove();
            turns.remove(connection);
            if (!connection.waiting.isEmpty()) {
                turns.add(connection);
            }
            failures.collect(() -> connection.admitted(call));
        }
        failures.rethrow();
    }

    /** A connection's calls wait no longer. */
    void forget(final ServerCalls connection) {
        waiting -= connection.waiting.size();
        connection.waiting.forEach(call -> call.reserved = 0);
        connection.waiting.clear();
        if (turns.remove(connection)) {
            resume();
        }
    }

    void close() {
        timer.cancel();
    }
}
