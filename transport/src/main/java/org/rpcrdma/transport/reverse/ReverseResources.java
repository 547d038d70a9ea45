// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.reverse;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import org.rpcrdma.transport.EndpointSettings;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.ServiceFailureListener;
import org.rpcrdma.transport.call.Call;
import org.rpcrdma.transport.call.CallPool;
import org.rpcrdma.transport.call.LateAnswers;
import org.rpcrdma.transport.call.PeerConnection;
import org.rpcrdma.transport.call.RdmaErrors;
import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.memory.KeptSendMemory;
import org.rpcrdma.transport.memory.SendBuffers;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/**
 * The resources that a client answers reverse calls with, from one connection to the next. A call and its reply lie in
 * memory of the heap: the service may keep them beyond the end of the connection, and of the client.
 */
public final class ReverseResources {
    /** Credits that are granted if the device lets it: half of xprtrdma's RPCRDMA_BACKWARD_WRS. */
    private static final int MOST_CREDITS = 16;

    final RpcService service;
    final ServiceFailureListener serviceFailures;
    private final InetSocketAddress remote;
    final int credits;
    final int bufferSize;
    final CallPool callPool = new CallPool();
    final LateAnswers lateAnswers;
    final SendBuffers sendBuffers;
    final SendRequests chain;
    final RdmaErrors errors = new RdmaErrors();
    final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
    private final ArrayList<byte[]> memory = new ArrayList<>();
    private long connections;

    /**
     * @param service answers the calls.
     * @param remote  the caller.
     * @param credits that the caller is granted.
     * @param mapper  the source of send buffers.
     */
    public ReverseResources(
            final EndpointSettings endpoint,
            final RpcService service,
            final InetSocketAddress remote,
            final int credits,
            final BufferMapper mapper) {
        this.service = service;
        this.remote = remote;
        this.credits = credits;
        serviceFailures = endpoint.serviceFailures();
        bufferSize = endpoint.bufferSize();
        lateAnswers = new LateAnswers(endpoint.eventLoop());
        sendBuffers = new KeptSendMemory(mapper, bufferSize).open();
        chain = endpoint.device().newSendRequests(1, 1);
    }

    /** Returns the next connection as the service sees it. */
    PeerConnection newPeer() {
        return new PeerConnection(++connections, remote);
    }

    /** Returns the credits for queues of a depth. */
    public static int credits(final int depth) {
        return Math.max(1, Math.min(MOST_CREDITS, depth / 4));
    }

    /** Returns a buffer's length for the call, behind it one for the reply. */
    byte[] memory(final Call call) {
        while (memory.size() <= call.id) {
            memory.add(new byte[2 * bufferSize]);
        }
        return memory.get(call.id);
    }

    public void close() {
        sendBuffers.close();
    }
}
