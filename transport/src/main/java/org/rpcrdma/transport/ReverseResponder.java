// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.ArrayList;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Answers the calls in reverse direction that come by one connection of a client (RFC 8167). A call is copied out of its Receive:
 * these are few and short, and a service that is slow with one keeps neither a Receive nor the end of the connection waiting.
 */
final class ReverseResponder extends CallOwner {
    private final ClientConnection connection;
    private final ReverseResources shared;
    private final int replyRoom;
    private final ArrayList<CallContext> replying = new ArrayList<>();

    ReverseResponder(final ClientConnection connection, final ReverseResources shared, final ConnectionTerms terms) {
        super(connection, shared.remote, shared.service, shared.serviceFailures, shared.calls);
        this.connection = connection;
        this.shared = shared;
        replyRoom = terms.inlineThreshold() - RpcRdmaHeader.MIN_LENGTH;
    }

    /** Serves a message that is a call; returns false where it is none. */
    boolean serves(final DirectBuffer message) {
        final int length = message.capacity();
        if (!MessageDirection.isCall(message, length)) {
            return false;
        }
        if (serving + replying.size() >= shared.credits) {
            connection.fail("more reverse calls than credits: credits=" + shared.credits);
            return true;
        }
        final CallContext call = shared.calls.take();
        final byte[] memory = shared.memory(call);
        message.getBytes(0, memory, 0, length);
        call.begin(this, ReceiveArena.NONE, length);
        call.received.wrap(memory, 0, length);
        call.reply.wrap(memory, shared.bufferSize, replyRoom);
        call.replyHeaderLength = RpcRdmaHeader.MIN_LENGTH;
        if (call.header.wrap(call.received, 0, length) == HeaderStatus.VALID) {
            serve(call);
        } else {
            release(call);
        }
        return true;
    }

    @Override
    int credits() {
        return shared.credits;
    }

    @Override
    CallLimits limits() {
        return shared.limits;
    }

    @Override
    PayloadPool payloads() {
        throw new IllegalStateException("reverse calls have no chunks");
    }

    @Override
    LateAnswers lateAnswers() {
        return shared.lateAnswers;
    }

    @Override
    int replyCapacity(final CallContext call) {
        return call.reply.capacity();
    }

    @Override
    MutableDirectBuffer replyMessage(final CallContext call, final int length) {
        return call.reply;
    }

    @Override
    void reply(final CallContext call, final int length) {
        call.parts.copyTo(call.reply, length);
        call.replyLength = length + call.parts.bytes();
        answer(call, false);
    }

    @Override
    void refuse(final CallContext call) {
        answer(call, true);
    }

    private void answer(final CallContext call, final boolean refused) {
        connection.beginDispatch();
        try {
            if (connection.isOpen()) {
                call.sendBuffer = shared.sendBuffers.take();
                call.state = CallContext.REPLYING;
                serving--;
                replying.add(call);
                post(call, refused ? buildError(call) : buildReply(call));
            } else {
                endService(call);
            }
        } catch (final VerbsException e) {
            connection.fail("a reverse call cannot be answered: " + e.getMessage());
            if (call.state == CallContext.SERVING) {
                reportUnsent(call, e);
                endService(call);
            }
        } finally {
            connection.endDispatch();
        }
    }

    private int buildReply(final CallContext call) {
        final MutableDirectBuffer bytes = call.sendBuffer.bytes;
        shared.writer
                .wrap(bytes, 0, RpcRdmaHeader.MIN_LENGTH)
                .begin(call.header.xid(), shared.credits, RpcRdmaHeader.RDMA_MSG);
        final int header = shared.writer.finish();
        bytes.putBytes(header, call.reply, 0, call.replyLength);
        return header + call.replyLength;
    }

    private int buildError(final CallContext call) {
        return shared.writer
                .wrap(call.sendBuffer.bytes, 0, RpcRdmaHeader.MIN_LENGTH)
                .chunkError(call.header.xid(), call.header.version(), shared.credits);
    }

    private void post(final CallContext call, final int length) {
        shared.chain.clear();
        shared.chain.send(ReverseId.of(call.id), SendRequests.SIGNALED);
        shared.chain.sge(call.sendBuffer.iova, length, call.sendBuffer.lkey);
        connection.post(shared.chain);
    }

    void onSendDone(final long wrId) {
        endReply(shared.calls.get(ReverseId.call(wrId)));
    }

    private void endReply(final CallContext call) {
        replying.remove(call);
        shared.sendBuffers.give(call.sendBuffer);
        release(call);
    }

    @Override
    void release(final CallContext call) {
        call.parts.forget();
        end(call);
    }

    @Override
    void drop(final CallContext call) {
        connection.beginDispatch();
        endService(call);
        connection.endDispatch();
    }

    @Override
    void forgetAnswer(final CallContext call) {
        call.parts.forget();
    }

    @Override
    void defer(final CallContext call) {
        // All memory for the answer is there.
    }

    @Override
    void endDeferral() {
        // Nothing waits for it.
    }

    @Override
    void onDelivered() {
        // Nothing waits for it.
    }

    @Override
    ReverseChannel reverseChannel() {
        throw new IllegalStateException("a reverse call has no way back but its reply");
    }

    /** The queue pair is gone. */
    void close() {
        while (!replying.isEmpty()) {
            endReply(replying.get(replying.size() - 1));
        }
    }
}
