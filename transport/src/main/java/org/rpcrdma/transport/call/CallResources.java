// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.chunk.ChunkKeys;
import org.rpcrdma.transport.connection.ByteCounts;
import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.transport.memory.SendMemory;
import org.rpcrdma.verbs.EventLoop;

/** The resources that the calls of all connections of a server share: payload memory and the staging of transfers. */
public final class CallResources {
    public final CallPool callPool = new CallPool();
    public final ChunkKeys keys = new ChunkKeys();
    public final RdmaErrors errors = new RdmaErrors();
    public final CallLimits limits;
    public final PayloadPool payloads;
    public final PayloadBudget budget;
    public final SendMemory sendMemory;
    public final SendBudget sends;
    public final TransferStaging staging;
    public final ReadTimeouts readTimeouts;
    public final LateAnswers lateAnswers;
    public final ByteCounts traffic = new ByteCounts();

    /** Measures call times; null if times are not measured. */
    public final CallTimes times;

    /**
     * Creates the resources.
     *
     * @param readListNanos the time limit for fetching a Read list; 0 means no limit.
     * @param times         measures call times; null if times are not measured.
     */
    public CallResources(
            final CallLimits limits,
            final PayloadPool payloads,
            final TransferStaging staging,
            final long readListNanos,
            final EventLoop loop,
            final SendMemory sendMemory,
            final CallTimes times) {
        this.limits = limits;
        this.payloads = payloads;
        this.sendMemory = sendMemory;
        this.times = times;
        budget = new PayloadBudget(payloads, limits, loop);
        sends = new SendBudget(sendMemory, loop);
        readTimeouts = new ReadTimeouts(callPool, loop, readListNanos);
        lateAnswers = new LateAnswers(loop);
        this.staging = staging;
    }

    /** Releases all payload memory and send buffers. Calls must no longer use them. */
    public void close() {
        budget.close();
        sends.close();
        readTimeouts.close();
        payloads.close();
        sendMemory.close();
    }
}
