// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.reverse;

import java.util.ArrayList;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.call.Call;
import org.rpcrdma.transport.call.CallDispatcher;
import org.rpcrdma.transport.call.CallLimits;
import org.rpcrdma.transport.connection.CallConnection;
import org.rpcrdma.transport.connection.MessageDirection;
import org.rpcrdma.transport.connection.WorkRequestId;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Answers calls in the reverse direction on a client's connection (RFC 8167). Each call is copied from its Receive
 * buffer, which is cheap because these calls are few and short. As a result, a slow service delays neither a Receive
 * nor the end of the connection.
 */
public final class ReverseResponder extends CallDispatcher {
    private final ReverseResources resources;
    private final int replyRoom;
    private final ArrayList<Call> replying = new ArrayList<>();

    /**
     * Creates a responder for one connection.
     *
     * @param inlineThreshold the maximum length of a message that the peer can receive, in bytes.
     */
    public ReverseResponder(
            final CallConnection connection, final ReverseResources resources, final int inlineThreshold) {
        super(
                connection,
                resources.newPeer(),
                resources.service,
                resources.serviceFailures,
                resources.lateAnswers,
                new CallLimits(0, 0));
        this.resources = resources;
        replyRoom = inlineThreshold - RpcRdmaHeader.MIN_LENGTH;
    }

    /** If a message is a call, serves it and returns true. Otherwise, returns false. */
    public boolean serves(final DirectBuffer message) {
        final int length = message.capacity();
        if (!MessageDirection.isCall(message, length)) {
            return false;
        }
        if (serving() + replying.size() >= resources.credits) {
            connection.fail(
                    EndCause.PROTOCOL,
                    "the peer sent more reverse calls than it has credits: credits=" + resources.credits);
            return true;
        }
        final Call call = resources.callPool.take();
        final byte[] memory = resources.memory(call);
        message.getBytes(0, memory, 0, length);
        call.begin(this, ReceiveArena.NONE, length);
        call.received.wrap(memory, 0, length);
        call.reply.wrap(memory, resources.bufferSize, replyRoom);
        call.replyHeaderLength = RpcRdmaHeader.MIN_LENGTH;
        if (call.header.wrap(call.received, 0, length) == HeaderStatus.VALID) {
            serve(call);
        } else {
            release(call);
        }
        return true;
    }

    @Override
    protected int replyCapacity(final Call call) {
        return call.reply.capacity();
    }

    @Override
    protected MutableDirectBuffer replyMessage(final Call call, final int length) {
        return call.reply;
    }

    @Override
    protected void prepareReply(final Call call, final int length) {
        call.parts.insertInto(call.reply, 0, length);
        call.sendBuffer = resources.sendBuffers.take();
        final MutableDirectBuffer bytes = call.sendBuffer.bytes;
        resources
                .writer
                .wrap(bytes, 0, RpcRdmaHeader.MIN_LENGTH)
                .begin(call.header.xid(), resources.credits, RpcRdmaHeader.RDMA_MSG);
        final int header = resources.writer.finish();
        call.sendLength = header + length + call.parts.bytes();
        bytes.putBytes(header, call.reply, 0, call.sendLength - header);
    }

    @Override
    protected void prepareError(final Call call) {
        call.sendBuffer = resources.sendBuffers.take();
        call.sendLength = resources.errors.writeErrChunk(call.sendBuffer.bytes, call.header, resources.credits);
    }

    @Override
    protected void post(final Call call) {
        replying.add(call);
        resources.chain.clear();
        resources.chain.send(WorkRequestId.reverse(call.id), SendRequests.SIGNALED);
        resources.chain.sge(call.sendBuffer.iova(), call.sendLength, call.sendBuffer.lkey());
        connection.post(resources.chain, "work requests");
    }

    @Override
    protected void onUnsent(final Call call, final int answer, final VerbsException cause) {
        connection.fail(EndCause.SERVICE, "a reverse call cannot be answered: " + cause.getMessage());
        reportUnsent(call, cause);
        end(call);
    }

    public void onSendDone(final long wrId) {
        endReply(resources.callPool.get(WorkRequestId.call(wrId)));
    }

    private void endReply(final Call call) {
        replying.remove(call);
        resources.sendBuffers.give(call.sendBuffer);
        release(call);
    }

    @Override
    protected void free(final Call call) {
        call.parts.forget();
        resources.callPool.end(call, connection.failures());
    }

    @Override
    protected void forgetAnswer(final Call call) {
        call.parts.forget();
    }

    @Override
    protected void reserveAnswer(final Call call) {
        // All memory for the answer is already allocated.
    }

    /** Releases all resources. Call this method after the queue pair has been destroyed. */
    public void close() {
        while (!replying.isEmpty()) {
            endReply(replying.get(replying.size() - 1));
        }
    }
}
