// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.util.LinkedHashSet;
import org.rpcrdma.transport.connection.HandlerFailures;
import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Bounds the payload memory of a server over all its connections. A call is admitted when all is free that it may ever
 * take: what its Read list brings, and what its Write chunks and its Reply chunk have room for. Until then it waits and
 * holds none, so that calls that were admitted never wait for memory. Once its answer is known, it keeps what that
 * takes only.
 *
 * <pre>
 *   connection 1   a b c          connections in turn, each with its calls in turn:  a d f b e c
 *   connection 2   d e            a call that needs nothing passes them
 *   connection 3   f
 * </pre>
 */
public final class PayloadBudget {
    private final PayloadPool pool;
    private final CallLimits limits;
    private final long limit;
    private final LinkedHashSet<PayloadQueue> turns = new LinkedHashSet<>();
    private final HandlerFailures failures = new HandlerFailures();
    private final Timer timer;
    private long reserved;
    private int waiting;

    /** A part stays free for one payload that is moved into another block. */
    PayloadBudget(final PayloadPool pool, final CallLimits limits, final Clock clock) {
        this.pool = pool;
        this.limits = limits;
        limit = pool.limit() - pool.blockBytes(limits.maxPayload());
        timer = clock.newTimer(this::admitWaiting);
    }

    /** Returns the bytes that a call may take at most, by its header. */
    public long need(final CallContext call) {
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

    /** Returns why a call can never have the bytes that it needs; null if it can. */
    public String refusal(final long need) {
        return need <= limit
                ? null
                : "a call may need more payload memory than there is: bytes=" + need + " limit=" + limit
                        + " payloadMemory=" + pool.limit();
    }

    /** Returns the number of calls that wait. */
    public int waiting() {
        return waiting;
    }

    /** Returns true if a call that needs memory can go on; otherwise it waits in its connection's queue. */
    public boolean admit(final PayloadQueue queue, final CallContext call, final long need) {
        call.reserved = need;
        if (turns.isEmpty() && reserved + need <= limit) {
            reserved += need;
            return true;
        }
        queue.add(call);
        turns.add(queue);
        waiting++;
        return false;
    }

    /** The call's answer is known: it takes no more than it has. */
    public void settle(final CallContext call) {
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
            final PayloadQueue queue = turns.iterator().next();
            if (reserved + queue.first().reserved > limit) {
                break;
            }
            final CallContext call = queue.remove();
            reserved += call.reserved;
            waiting--;
            turns.remove(queue);
            if (!queue.isEmpty()) {
                turns.add(queue);
            }
            failures.collect(() -> queue.admit(call));
        }
        failures.rethrow();
    }

    /** A connection's calls wait no longer. */
    public void abandon(final PayloadQueue queue) {
        waiting -= queue.size();
        while (!queue.isEmpty()) {
            queue.remove().reserved = 0;
        }
        if (turns.remove(queue)) {
            resume();
        }
    }

    void close() {
        timer.cancel();
    }
}
