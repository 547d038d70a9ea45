// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import org.agrona.CloseHelper;
import org.rpcrdma.transport.EndpointSettings;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.call.CallLimits;
import org.rpcrdma.transport.call.CallResources;
import org.rpcrdma.transport.call.CallTimes;
import org.rpcrdma.transport.call.ReplyCache;
import org.rpcrdma.transport.call.TransferStaging;
import org.rpcrdma.transport.connection.ConnectionTerms;
import org.rpcrdma.transport.connection.QueueSettings;
import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.memory.KeptSendMemory;
import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.transport.memory.SendArena;
import org.rpcrdma.transport.memory.SendMemory;
import org.rpcrdma.transport.receive.ConnectionArenas;
import org.rpcrdma.transport.receive.SharedReceives;
import org.rpcrdma.transport.reverse.ReverseCaller;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ReceiveRequests;

/** The resources that a server's connections share. Only one connection at a time uses the chains and batches. */
final class ServerResources {
    private static final int POLL_BATCH = 16;
    private static final int PAGE = 4096;

    /** The approximate size of a connection's queues in memory, in bytes. */
    private static final int CONNECTION_BYTES = 65_536;

    /** The lower bound for the maximum number of segments per call. */
    private static final int MIN_SEGMENTS = 64;

    /**
     * The number of segments in addition to one per page. Two are needed because the payload may begin and end within
     * pages, and one is spare.
     */
    private static final int ODD_SEGMENTS = 3;

    final Device device;
    final EventLoop loop;
    final RpcService service;

    /** The reply cache; null if the server does not keep replies. */
    final ReplyCache replies;

    final CountedFailures serviceFailures;
    final int bufferSize;
    final ServerDepths depths;
    final ConnectionArenas arenas;
    final ReceiveRequests receiveChain;
    final QueueSettings queues;
    final CallResources calls;

    /** The maximum number of outstanding reverse calls per connection. */
    final int reverseCredits;

    /** The settings of reverse calls; null if the reverse direction is disabled. */
    final ReverseCaller.Settings reverse;

    /** The shared Receives; null if each connection has its own Receives. */
    final SharedReceives sharedReceives;

    private final int buffersPerConnection;
    private final MemoryAllocator receiveMemory;

    /** The number of bytes that connections must leave free for payload and send memory. */
    private final long callBytes;

    ServerResources(final EndpointSettings endpoint, final RpcRdmaServer.Context settings) {
        device = endpoint.device();
        loop = endpoint.eventLoop();
        replies = settings.replyCaching == null ? null : new ReplyCache(settings.service, settings.replyCaching, loop);
        service = replies == null ? settings.service : replies;
        serviceFailures = new CountedFailures(endpoint.serviceFailures());
        bufferSize = endpoint.bufferSize();
        buffersPerConnection = settings.buffersPerConnection;
        receiveMemory = endpoint.receiveMemory();
        callBytes = Math.min(settings.payloadBytes() + settings.sendBytes(), receiveMemory.available() / 2);
        reverseCredits = settings.reverseDirection ? ReverseCaller.CREDITS : 0;
        depths = ServerDepths.of(
                        settings.mostCredits(),
                        settings.receiveBatch,
                        bufferSize,
                        settings.maxPayload,
                        device.attributes())
                .leaving(reverseCredits, device.attributes());
        receiveChain = device.newReceiveRequests(Math.max(depths.credits() + reverseCredits, depths.receiveBatch()));
        arenas = ConnectionArenas.of(endpoint, settings.shardSize, Math.max(settings.sharedReceives, mostBuffers()));
        try {
            final BufferMapper mapper = BufferMapper.of(device, arenas.domain());
            calls = newCalls(settings, mapper, endpoint.callTimes() ? new CallTimes(loop) : null);
            reverse = settings.reverseDirection ? newReverse(settings, mapper) : null;
            final QueueSettings own = ownQueues();
            sharedReceives = settings.sharedReceives == 0
                    ? null
                    : SharedReceives.open(own, arenas, receiveChain, settings.sharedReceives, depths.receiveBatch());
            queues = sharedReceives == null ? own : sharedReceives.settings();
        } catch (final RuntimeException e) {
            arenas.close();
            throw e;
        }
    }

    private CallResources newCalls(
            final RpcRdmaServer.Context settings, final BufferMapper mapper, final CallTimes callTimes) {
        final int maxPayload = settings.maxPayload;
        final PayloadPool payloads = new PayloadPool(mapper, loop, settings.payloadBytes(), settings.payloadIdleNanos);
        return new CallResources(
                new CallLimits(maxPayload, Math.max(MIN_SEGMENTS, maxPayload / PAGE + ODD_SEGMENTS)),
                payloads,
                new TransferStaging(
                        payloads,
                        device.newSendRequests(depths.longestChain(), depths.sendElements()),
                        depths.sendElements(),
                        settings.shortRepliesInline),
                settings.readListNanos,
                loop,
                newSendMemory(settings, mapper),
                callTimes);
    }

    private SendMemory newSendMemory(final RpcRdmaServer.Context settings, final BufferMapper mapper) {
        return settings.keptSendBuffers
                ? new KeptSendMemory(mapper, bufferSize)
                : new SendArena(loop, arenas.domain(), bufferSize, settings.sendBytes(), settings.payloadIdleNanos);
    }

    private ReverseCaller.Settings newReverse(final RpcRdmaServer.Context settings, final BufferMapper mapper) {
        return new ReverseCaller.Settings(
                mapper, bufferSize, device.newSendRequests(1, 1), loop, settings.reverseCallTimeoutNanos);
    }

    private QueueSettings ownQueues() {
        return new QueueSettings(
                device,
                arenas.domain(),
                loop,
                new Completions(POLL_BATCH),
                depths.sendDepth() + reverseCredits,
                depths.receiveDepth(),
                depths.sendElements(),
                null);
    }

    /** Returns the RNR retry count for peers. It applies when a peer finds no Receive. */
    int rnrRetries() {
        return sharedReceives == null ? ConnectionTerms.NO_RNR_RETRIES : ConnectionTerms.ENDLESS_RNR_RETRIES;
    }

    /**
     * Returns the number of buffers that are reserved for the lifetime of a connection with the given number of
     * credits.
     */
    int reservedBuffers(final int granted) {
        return arenas.reserved(granted + reverseCredits, buffers(granted));
    }

    /** Returns the maximum number of buffers per connection. */
    int mostBuffers() {
        return buffers(depths.credits());
    }

    private int buffers(final int granted) {
        return reverseCredits
                + (buffersPerConnection == 0 ? 2 * granted + depths.receiveBatch() : buffersPerConnection);
    }

    /** Returns the number of bytes that a connection allocates for Receive buffers and all other purposes. */
    long connectionBytes() {
        return CONNECTION_BYTES + (sharedReceives == null ? arenas.bytes() : 0);
    }

    /**
     * Returns the number of bytes that connections may currently allocate. Memory for calls is excluded, whether or not
     * it has been allocated.
     */
    long spareBytes() {
        return receiveMemory.available()
                - Math.max(0, callBytes - calls.payloads.bytes() - calls.sendMemory.bytesMapped());
    }

    void close() {
        calls.close();
        if (replies != null) {
            replies.close();
        }
        CloseHelper.close(sharedReceives);
        arenas.close();
    }
}
