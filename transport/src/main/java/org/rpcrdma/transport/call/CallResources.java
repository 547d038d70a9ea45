// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.chunk.ChunkKeys;
import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.SendRequests;

/**
 * The resources that the calls of all connections of a server share: their contexts, payload memory, and the staging of
 * their transfers.
 */
public final class CallResources {
    public final CallContexts contexts = new CallContexts();
    public final ChunkKeys keys = new ChunkKeys();
    public final RdmaErrors errors = new RdmaErrors();
    public final CallLimits limits;
    final BufferMapper mapper;
    public final PayloadPool payloads;
    public final PayloadBudget budget;
    public final TransferStaging staging;
    public final LateAnswers lateAnswers;

    /** Bytes of a send buffer. */
    final int bufferSize;

    /**
     * @param chain       where transfers are staged.
     * @param maxElements elements of one request at most.
     */
    public CallResources(
            final CallLimits limits,
            final BufferMapper mapper,
            final PayloadPool payloads,
            final EventLoop loop,
            final SendRequests chain,
            final int maxElements,
            final boolean shortRepliesInline,
            final int bufferSize) {
        this.limits = limits;
        this.mapper = mapper;
        this.payloads = payloads;
        this.bufferSize = bufferSize;
        budget = new PayloadBudget(payloads, limits, loop);
        lateAnswers = new LateAnswers(loop);
        final TransferWindow window = new TransferWindow(chain, maxElements);
        staging = new TransferStaging(
                window,
                new ReadPuller(payloads, mapper, window),
                new ReplySender(window, mapper, payloads, shortRepliesInline));
    }

    /** Gives back all payload memory; no call has any. */
    public void close() {
        budget.close();
        payloads.close();
    }
}
