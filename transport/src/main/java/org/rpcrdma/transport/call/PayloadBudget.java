// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Bounds the payload memory of a server over all its connections. A call is admitted when all memory is free that it
 * may ever take: the bytes of its Read list, and the room of its Write chunks and its Reply chunk. Until then it waits
 * and holds none, so that calls that were admitted never wait for memory. Once its answer is known, it keeps only that
 * answer's memory. A call that needs nothing passes those that wait. {@link CallTurns} has the connections' shares.
 */
public final class PayloadBudget {
    private final PayloadPool pool;
    private final CallLimits limits;
    private final long limit;
    private final CallTurns turns;

    /** A part stays free for one payload that is moved into another block. */
    PayloadBudget(final PayloadPool pool, final CallLimits limits, final Clock clock) {
        this.pool = pool;
        this.limits = limits;
        limit = pool.limit() - pool.blockBytes(limits.maxPayload());
        turns = new CallTurns(clock, limit, call -> call.needed);
    }

    /** Returns the bytes that a call may take at most, by its header. */
    public long need(final Call call) {
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
        return turns.waiting();
    }

    /** Returns true if a call that needs memory can go on; otherwise it waits in its connection's queue. */
    public boolean admit(final CallQueue queue, final Call call, final long need) {
        call.needed = need;
        call.payloadQueue = queue;
        if (turns.admit(queue, call)) {
            call.reserved = need;
            return true;
        }
        return false;
    }

    /** Notes that a call that waited has been admitted. */
    public void admitted(final Call call) {
        call.reserved = call.needed;
    }

    /** The call's answer is known: it takes no more than it has. */
    public void settle(final Call call) {
        if (call.reserved > 0) {
            final long held = call.payloadBytes();
            turns.give(call.payloadQueue, call.reserved - held);
            call.reserved = held;
        }
    }

    /** The call has given all back. */
    void release(final Call call) {
        if (call.reserved > 0) {
            turns.give(call.payloadQueue, call.reserved);
            call.reserved = 0;
        }
    }

    /** A connection's calls wait no longer. */
    public void abandon(final CallQueue queue) {
        turns.abandon(queue);
    }

    void close() {
        turns.close();
    }
}
