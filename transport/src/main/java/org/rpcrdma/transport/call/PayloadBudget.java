// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Limits the payload memory that a server uses for all connections. A call is admitted when all memory that it may need
 * is free: the bytes of its Read list, and the capacity of its Write chunks and its Reply chunk. Until then it waits
 * and holds no memory, so that admitted calls never wait for memory. When its answer is known, it keeps only the memory
 * of that answer. A call that needs no memory overtakes waiting calls. {@link CallTurns} divides the memory between
 * connections.
 */
public final class PayloadBudget extends CallTurns {
    private final PayloadPool pool;
    private final CallLimits limits;

    /** Creates a budget that keeps memory for one payload free, so that a payload can be moved to another block. */
    PayloadBudget(final PayloadPool pool, final CallLimits limits, final Clock clock) {
        super(clock, pool.limit() - pool.blockBytes(limits.maxPayload()));
        this.pool = pool;
        this.limits = limits;
    }

    /** Returns the reason why a call can never get the memory that it needs; null if it can. */
    public String refusal(final Call call) {
        final long need = need(call);
        return need <= limit()
                ? null
                : "a call may need more payload memory than the limit: bytes=" + need + " limit=" + limit()
                        + " payloadMemory=" + pool.limit();
    }

    /** Returns true if a call can continue; otherwise queues it. A call that needs no memory never waits. */
    public boolean reserve(final CallQueue queue, final Call call) {
        return need(call) == 0 || admit(queue, call);
    }

    /** Returns the maximum number of bytes that a call may need, according to its header. */
    @Override
    long need(final Call call) {
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

    @Override
    void grant(final Call call) {
        call.reserved = need(call);
    }

    /** Reduces a call's share to the memory that it holds, because its answer is known. */
    public void settle(final CallQueue queue, final Call call) {
        if (call.reserved > 0) {
            final long kept = call.payloadBytes();
            give(queue, call.reserved - kept);
            call.reserved = kept;
        }
    }

    /** Releases a call's share, because the call has released all its payload memory. */
    public void release(final CallQueue queue, final Call call) {
        if (call.reserved > 0) {
            give(queue, call.reserved);
            call.reserved = 0;
        }
    }
}
