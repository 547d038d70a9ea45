// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.agrona.CloseHelper;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ReceiveRequests;

/** What the connections of a server have in common. Chains and batches are used by one connection at a time. */
final class ServerResources {
    private static final int POLL_BATCH = 16;
    private static final int PAGE = 4096;

    /** Segments of one call that are allowed at least. */
    private static final int MIN_SEGMENTS = 64;

    /** Segments beside one a page: payload that begins and ends within pages, and one more. */
    private static final int ODD_SEGMENTS = 3;

    final Device device;
    final EventLoop loop;
    final RpcService service;
    final ServiceFailureListener serviceFailures;
    final ServerDepths depths;
    final int bufferSize;
    final ConnectionArenas arenas;
    final ReceiveRequests receiveChain;
    final Completions completions = new Completions(POLL_BATCH);
    final LocalMemory memory;
    final long payloadMemory;
    final PayloadPool payloads;
    final PayloadBudget budget;
    final CallContexts calls = new CallContexts();
    final ChunkKeys keys = new ChunkKeys();
    final LateAnswers lateAnswers;
    final CallLimits limits;

    /** Calls in reverse direction that a connection may have outstanding. */
    final int reverseCredits;

    /** How long the reply to such a call may take; 0 where it may take forever. */
    final long reverseCallTimeoutNanos;

    final TransferWindow window;
    final ReadPuller reads;
    final ReplySender replies;

    /** What all connections take their Receives from; null where each has its own. */
    final SharedReceives sharedReceives;

    /** Credits of connections to come. */
    int credits;

    private final int buffersPerConnection;

    ServerResources(final RpcRdmaServer.Context context) {
        device = context.device;
        loop = context.eventLoop;
        service = context.service;
        serviceFailures = context.serviceFailures;
        bufferSize = context.bufferSize;
        buffersPerConnection = context.buffersPerConnection;
        reverseCredits = context.reverseDirection ? ReverseCaller.CREDITS : 0;
        reverseCallTimeoutNanos = context.reverseCallTimeoutNanos;
        depths = ServerDepths.of(context.mostCredits(), context.receiveBatch, bufferSize, device.attributes())
                .leaving(reverseCredits, device.attributes());
        credits = Math.min(context.credits, depths.credits());
        limits = new CallLimits(context.maxPayload, Math.max(MIN_SEGMENTS, context.maxPayload / PAGE + ODD_SEGMENTS));
        payloadMemory = context.payloadMemory();
        receiveChain = device.newReceiveRequests(Math.max(depths.credits() + reverseCredits, depths.receiveBatch()));
        lateAnswers = new LateAnswers(loop);
        final MemoryAllocator receives = context.receiveMemory == null ? device.memory() : context.receiveMemory;
        arenas = context.sharedArena == null
                ? ConnectionArenas.ofTheirOwn(
                        device,
                        receives,
                        loop,
                        context.mapper,
                        bufferSize,
                        context.shardSize,
                        Math.max(context.sharedReceives, mostBuffers()))
                : ConnectionArenas.shared(context.sharedArena, receives, context.sharedDomain);
        try {
            memory = LocalMemory.of(device, arenas.domain());
            payloads = new PayloadPool(memory, loop, payloadMemory, context.payloadIdleNanos);
            budget = new PayloadBudget(payloads, limits, payloadMemory, loop);
            window = new TransferWindow(
                    device.newSendRequests(depths.longestChain(), depths.sendElements()), depths.sendElements());
            reads = new ReadPuller(payloads, memory, window);
            replies = new ReplySender(window, memory, payloads, context.shortRepliesInline);
            sharedReceives = context.sharedReceives == 0
                    ? null
                    : new SharedReceives(this, context.sharedReceives, arenas.open()).open(this);
        } catch (final RuntimeException e) {
            arenas.close();
            throw e;
        }
    }

    /** How often peers try again that find no Receive. */
    int rnrRetries() {
        return sharedReceives == null ? ConnectionTerms.NO_RNR_RETRIES : ConnectionTerms.ENDLESS_RNR_RETRIES;
    }

    /** Buffers that a connection with so many credits has from beginning to end. */
    int reservedBuffers(final int granted) {
        return arenas.reserved(granted + reverseCredits, buffers(granted));
    }

    /** Buffers that a connection has at most. */
    int mostBuffers() {
        return buffers(depths.credits());
    }

    private int buffers(final int granted) {
        return reverseCredits
                + (buffersPerConnection == 0 ? 2 * granted + depths.receiveBatch() : buffersPerConnection);
    }

    void close() {
        budget.close();
        payloads.close();
        CloseHelper.close(sharedReceives);
        arenas.close();
    }
}
