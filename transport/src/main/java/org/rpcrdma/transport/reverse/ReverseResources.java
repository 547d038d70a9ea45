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
 * The resources for answering reverse calls, which a client retains across connections. Calls and replies are stored in
 * heap memory, so the service may use them after the connection, and even the client, has ended.
 */
public final class ReverseResources {
    /**
     * The number of credits to grant, unless the device limits it. This is half of xprtrdma's RPCRDMA_BACKWARD_WRS.
     */
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
     * Creates the resources.
     *
     * @param service the service that answers the calls.
     * @param remote  the caller's address.
     * @param credits the number of credits granted to the caller.
     * @param mapper  maps the send buffers.
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

    /** Returns the service's view of a new connection. */
    PeerConnection newPeer() {
        return new PeerConnection(++connections, remote);
    }

    /** Returns the number of credits that queues of the given depth allow. */
    public static int credits(final int depth) {
        return Math.max(1, Math.min(MOST_CREDITS, depth / 4));
    }

    /** Returns an array that holds a call, followed by its reply. Each of the two can be as long as a buffer. */
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
