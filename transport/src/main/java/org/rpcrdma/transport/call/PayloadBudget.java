// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Limits the payload memory that a server uses for all connections. A call is admitted when all memory that it may need
 * is free. This includes memory for the bytes of its Read list, and for the capacity of its Write chunks and its Reply
 * chunk. Until it is admitted, the call waits without holding any memory. Therefore, admitted calls never wait for
 * memory. When the answer to a call is known, the call keeps only the memory that the answer needs. A call that needs
 * no memory overtakes waiting calls. {@link CallTurns} divides the memory among the connections.
 */
public final class PayloadBudget extends CallTurns {
    private final PayloadPool pool;
    private final CallLimits limits;

    /**
     * Creates a budget that always keeps memory free for one payload, so that a payload can be moved to another block.
     */
    PayloadBudget(final PayloadPool pool, final CallLimits limits, final Clock clock) {
        super(clock, pool.limit() - pool.blockBytes(limits.maxPayload()));
        this.pool = pool;
        this.limits = limits;
    }

    /** Returns the reason why a call can never obtain the memory that it needs, or null if it can obtain the memory. */
    public String refusal(final Call call) {
        final long need = need(call);
        return need <= limit()
                ? null
                : "a call may need more payload memory than the limit: bytes=" + need + " limit=" + limit()
                        + " payloadMemory=" + pool.limit();
    }

    /**
     * Returns true if a call can continue, or queues the call and returns false. A call that needs no memory never
     * waits.
     */
    public boolean reserve(final CallQueue queue, final Call call) {
        return need(call) == 0 || admit(queue, call);
    }

    /** Returns the maximum number of bytes that a call may need, according to the call's header. */
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

    /** Reduces a call's share to the memory that the call holds. Called when the answer is known. */
    public void settle(final CallQueue queue, final Call call) {
        if (call.reserved > 0) {
            final long kept = call.payloadBytes();
            give(queue, call.reserved - kept);
            call.reserved = kept;
        }
    }

    /** Releases a call's share. Called when the call has released all its payload memory. */
    public void release(final CallQueue queue, final Call call) {
        if (call.reserved > 0) {
            give(queue, call.reserved);
            call.reserved = 0;
        }
    }
}
