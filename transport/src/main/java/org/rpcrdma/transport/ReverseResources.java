// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/**
 * What a client answers reverse calls with, from one connection to the next. A call and its reply lie in memory of the heap: the
 * service may keep them beyond the end of the connection, and of the client.
 */
final class ReverseResources {
    /** Credits that are granted where the device lets it: half of xprtrdma's RPCRDMA_BACKWARD_WRS. */
    private static final int MOST_CREDITS = 16;

    final RpcService service;
    final ServiceFailureListener serviceFailures;
    final InetSocketAddress remote;
    final int credits;
    final int bufferSize;
    final CallContexts calls = new CallContexts();
    final CallLimits limits = new CallLimits(0, 0);
    final LateAnswers lateAnswers;
    final SendBuffers sendBuffers;
    final SendRequests chain;
    final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
    private final ArrayList<byte[]> memory = new ArrayList<>();

    ReverseResources(final RpcRdmaClient.Context context, final int credits, final LocalMemory memory) {
        this.credits = credits;
        service = context.reverseService;
        serviceFailures = context.serviceFailures;
        remote = context.remote;
        bufferSize = context.bufferSize;
        lateAnswers = new LateAnswers(context.eventLoop);
        sendBuffers = new SendBuffers(memory, bufferSize);
        chain = context.device.newSendRequests(1, 1);
    }

    /** Credits for queues of a depth. */
    static int credits(final int depth) {
        return Math.max(1, Math.min(MOST_CREDITS, depth / 4));
    }

    /** A buffer's length for the call, behind it one for the reply. */
    byte[] memory(final CallContext call) {
        while (memory.size() <= call.id) {
            memory.add(new byte[2 * bufferSize]);
        }
        return memory.get(call.id);
    }

    void close() {
        sendBuffers.close();
    }
}
