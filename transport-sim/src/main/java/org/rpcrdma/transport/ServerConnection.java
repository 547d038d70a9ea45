/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.transport;

import java.util.ArrayList;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * One connection of a server: takes messages apart, leads each call through its transfers, and holds all that the connection
 * has until it ends.
 */
final class ServerConnection extends TransportConnection {
    final ServerConnectionMetrics metrics;
    private final RpcRdmaServer server;
    private final ServerResources shared;
    private final ConnectionTerms terms;
    private final SendBuffers sendBuffers;
    private final SendBacklog backlog;
    private final ArrayList<CallContext> calls = new ArrayList<>();

    /** Transfers that are posted, and calls that the service has. */
    private int transfers;

    private int serving;
    private boolean revoked;

    ServerConnection(final RpcRdmaServer server, final ServerResources shared, final ConnectionRequest request) {
        this.server = server;
        this.shared = shared;
        metrics = new ServerConnectionMetrics(request.remote());
        terms = ConnectionTerms.of(request.privateData(), shared.bufferSize);
        sendBuffers = new SendBuffers(shared.device, shared.bufferSize);
        backlog = new SendBacklog(this, shared.sendDepth);
    }

    /** Accepts the connection; where that fails, nothing is left of it. */
    void accept(final ConnectionRequest request) {
        beginDispatch();
        try {
            openQueues(
                    shared.device,
                    shared.arenas.domain(),
                    shared.loop,
                    shared.completions,
                    shared.sendDepth,
                    shared.credits + shared.receiveBatch);
            postFirstReceives();
            connection = request.accept(queuePair, ConnectionTerms.offer(shared.bufferSize, false), shared.loop, this);
        } catch (final RuntimeException e) {
            closeNow(e.getMessage());
            throw e;
        }
        endDispatch();
    }

    /** Whether the peer's request was answered with an acceptance. */
    boolean wasAccepted() {
        return connection != null;
    }

    private void postFirstReceives() {
        final long begun = shared.loop.nanoTime();
        final ReceiveArena arena = shared.arenas.open();
        metrics.beginSetup(arena.metrics());
        receives = new ReceiveBuffers(
                arena,
                queuePair,
                shared.receiveChain,
                shared.credits,
                shared.receiveBatch,
                shared.arenas.reserved(shared.credits, shared.buffers),
                shared.buffers);
        metrics.endSetup();
        receives.fill();
        metrics.setupNanos = shared.loop.nanoTime() - begun;
        countReceives();
    }

    @Override
    public void onEstablished(final Connection established, final byte[] privateData) {
        // Calls are served from the first Receive on, which may complete ahead of this event.
    }

    @Override
    void onMessage(final long handle, final Completions batch, final int i) {
        metrics.messagesReceived++;
        topUp();
        final ReceiveArena arena = receives.arena();
        final int length = batch.byteLength(i);
        arena.syncForCpu(handle, length);
        final CallContext call = shared.calls.take();
        call.begin(this, handle, length);
        call.received.wrap(arena.address(handle), length);
        call.place = calls.size();
        calls.add(call);
        decode(call);
    }

    /** RFC 8166, section 4.5: what has no usable header, or is an error itself, gets no answer. */
    private void decode(final CallContext call) {
        final RpcRdmaHeader header = call.header;
        if (call.receivedLength < RpcRdmaHeader.MIN_LENGTH) {
            dropMessage(call);
            return;
        }
        final int status = header.wrap(call.received, 0, call.receivedLength);
        final int procedure = header.procedure();
        final boolean valid = status == HeaderStatus.VALID;
        if (procedure == RpcRdmaHeader.RDMA_ERROR || valid && procedure == RpcRdmaHeader.RDMA_DONE) {
            dropMessage(call);
        } else if (status == HeaderStatus.BAD_VERSION) {
            sendError(call, true);
        } else if (!valid
                || procedure == RpcRdmaHeader.RDMA_MSGP
                || !shared.limits.admit(header, call.receivedLength - header.headerLength(), terms.inlineThreshold())) {
            sendError(call, false);
        } else {
            begin(call);
        }
    }

    private void dropMessage(final CallContext call) {
        metrics.messagesDropped++;
        release(call);
    }

    private void sendError(final CallContext call, final boolean badVersion) {
        try {
            call.sendBuffer = sendBuffers.take();
        } catch (final VerbsException e) {
            fail("no send buffer: " + e.getMessage());
            release(call);
            return;
        }
        shared.replies.buildError(call, badVersion);
        metrics.errorsSent++;
        call.state = CallContext.REFUSING;
        backlog.submit(call);
    }

    private void begin(final CallContext call) {
        call.replyHeaderLength = CallLimits.replyHeaderLength(call.header);
        if (terms.remoteInvalidation()) {
            shared.keys.scan(call.header);
            call.invalidates = shared.keys.isSingle();
            call.invalidatedKey = shared.keys.key();
        }
        try {
            if (shared.reads.prepare(call)) {
                call.state = CallContext.READING;
                backlog.submit(call);
                return;
            }
        } catch (final VerbsException e) {
            fail("a Read list cannot be pulled: " + e.getMessage());
            release(call);
            return;
        }
        serve(call);
    }

    private void serve(final CallContext call) {
        call.state = CallContext.SERVING;
        serving++;
        try {
            shared.service.onCall(call);
        } catch (final RuntimeException e) {
            fail("the service failed: " + e);
            if (call.state == CallContext.SERVING) {
                endService(call);
            }
        }
    }

    private void endService(final CallContext call) {
        serving--;
        release(call);
    }

    CallLimits limits() {
        return shared.limits;
    }

    Payload takePayload(final int length) {
        return shared.payloads.take(length);
    }

    MutableDirectBuffer replyMessage(final CallContext call) {
        if (call.replyPayload != null) {
            return call.replyPayload.bytes;
        }
        if (call.header.hasReplyChunk()) {
            final int capacity = shared.limits.replyCapacity(call.header);
            if (capacity > 0) {
                call.replyPayload = shared.payloads.take(capacity);
                return call.replyPayload.bytes;
            }
        } else if (call.sendBuffer == null) {
            call.sendBuffer = sendBuffers.take();
            call.reply.wrap(
                    call.sendBuffer.bytes, call.replyHeaderLength, terms.inlineThreshold() - call.replyHeaderLength);
        }
        return call.reply;
    }

    void reply(final CallContext call, final int length) {
        final int capacity = replyMessage(call).capacity();
        if (length < 0 || length > capacity) {
            throw new IllegalArgumentException(
                    "reply message does not fit: messageLength=" + length + " capacity=" + capacity);
        }
        beginDispatch();
        try {
            if (!isOpen() || !prepareReply(call, length)) {
                endService(call);
                return;
            }
            serving--;
            metrics.repliesSent++;
            metrics.invalidationsSent += call.invalidates ? 1 : 0;
            call.state = CallContext.REPLYING;
            backlog.submit(call);
        } finally {
            endDispatch();
        }
    }

    private boolean prepareReply(final CallContext call, final int length) {
        try {
            if (call.sendBuffer == null) {
                call.sendBuffer = sendBuffers.take();
            }
            shared.replies.prepare(call, length);
            return true;
        } catch (final VerbsException e) {
            fail("a reply cannot be sent: " + e.getMessage());
            return false;
        }
    }

    void drop(final CallContext call) {
        beginDispatch();
        metrics.messagesDropped++;
        endService(call);
        endDispatch();
    }

    /** Posts a call's transfer; the send queue has room for it. */
    void post(final CallContext call) {
        final SendRequests chain = shared.sendChain;
        final long wrId = WorkRequestId.of(call.id);
        chain.clear();
        switch (call.state) {
            case CallContext.READING -> shared.reads.stage(call, chain, wrId);
            case CallContext.REPLYING -> shared.replies.stage(call, chain, wrId);
            default -> shared.replies.stageSend(call, chain, wrId);
        }
        if (call.state != CallContext.READING) {
            // Ahead of the Send: the peer may use the credit as soon as that arrives.
            releaseReceive(call);
        }
        if (isOpen()) {
            postTransfer(chain);
        }
    }

    private void postTransfer(final SendRequests chain) {
        transfers++;
        try {
            queuePair.postSend(chain);
        } catch (final VerbsException e) {
            // What was posted of it may still be under way: the call is kept until the queue pair is closed.
            transfers--;
            fail("a transfer cannot be posted: " + e.getMessage());
        }
    }

    @Override
    void onSendDone(final long wrId, final boolean success) {
        if (!WorkRequestId.isLast(wrId)) {
            return;
        }
        final CallContext call = shared.calls.get(WorkRequestId.id(wrId));
        transfers--;
        backlog.done(call.workRequests);
        if (call.state == CallContext.READING && success && isOpen()) {
            shared.reads.finish(call);
            serve(call);
        } else {
            release(call);
        }
    }

    /** Gives back all that a call has, and the call. */
    private void release(final CallContext call) {
        releaseReceive(call);
        call.releasePayloads(shared.payloads);
        if (call.sendBuffer != null) {
            sendBuffers.give(call.sendBuffer);
        }
        final CallContext last = calls.remove(calls.size() - 1);
        if (last != call) {
            calls.set(call.place, last);
            last.place = call.place;
        }
        call.end();
        shared.calls.give(call);
    }

    private void releaseReceive(final CallContext call) {
        if (call.handle != ReceiveArena.NONE) {
            receives.release(call.handle);
            call.handle = ReceiveArena.NONE;
            topUp();
        }
    }

    private void topUp() {
        if (isOpen()) {
            try {
                receives.topUp();
            } catch (final VerbsException e) {
                fail("Receives cannot be posted: " + e.getMessage());
            }
            countReceives();
        }
    }

    private void countReceives() {
        metrics.receivesPosted = receives.totalPosted();
        metrics.receivePosts = receives.totalPosts();
    }

    /** Ends the connection without waiting for the service. */
    void revoke(final String reason) {
        revoked = true;
        beginDispatch();
        fail(reason);
        endDispatch();
    }

    @Override
    boolean isIdle() {
        return transfers == 0 && (serving == 0 || revoked);
    }

    @Override
    void onClosing() {
        CallContext call;
        while ((call = backlog.abandon()) != null) {
            release(call);
        }
    }

    @Override
    void onClosed() {
        metrics.closeReason = closeReason();
        while (!calls.isEmpty()) {
            release(calls.get(calls.size() - 1));
        }
        if (receives != null) {
            final long begun = shared.loop.nanoTime();
            receives.close();
            metrics.teardownNanos = shared.loop.nanoTime() - begun;
        }
        sendBuffers.close();
        server.onClosed(this);
    }
}
