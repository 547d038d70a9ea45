// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.reverse;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.transport.call.Call;
import org.rpcrdma.transport.call.CallLimits;
import org.rpcrdma.transport.call.CallOwner;
import org.rpcrdma.transport.call.LateAnswers;
import org.rpcrdma.transport.call.PeerConnection;
import org.rpcrdma.transport.call.ServerCall;
import org.rpcrdma.transport.call.ServiceRunner;
import org.rpcrdma.transport.connection.CallConnection;
import org.rpcrdma.transport.connection.MessageDirection;
import org.rpcrdma.transport.connection.WorkRequestId;
import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Answers the calls in reverse direction that come by one connection of a client (RFC 8167). A call is copied out of
 * its Receive: these are few and short, and a service that is slow with one keeps neither a Receive nor the end of the
 * connection waiting.
 */
public final class ReverseResponder implements CallOwner {
    private final CallConnection connection;
    private final ReverseResources shared;
    private final ServiceRunner runner;
    private final int replyRoom;
    private final ArrayList<Call> replying = new ArrayList<>();

    /**
     * @param inlineThreshold bytes of the longest message that the peer takes.
     */
    public ReverseResponder(final CallConnection connection, final ReverseResources shared, final int inlineThreshold) {
        this.connection = connection;
        this.shared = shared;
        runner = new ServiceRunner(connection, shared.newCaller(), shared.service, shared.serviceFailures);
        replyRoom = inlineThreshold - RpcRdmaHeader.MIN_LENGTH;
    }

    /**
     * Notifies the service that the connection is there.
     *
     * @param local this side's address.
     */
    public void begin(final InetSocketAddress local) {
        runner.begin(local);
    }

    /** Notifies the service that the connection has begun to end. */
    public void end() {
        runner.end();
    }

    /** Serves a message that is a call; returns false if it is none. */
    public boolean serves(final DirectBuffer message) {
        final int length = message.capacity();
        if (!MessageDirection.isCall(message, length)) {
            return false;
        }
        if (runner.serving() + replying.size() >= shared.credits) {
            connection.fail(EndCause.PROTOCOL, "more reverse calls than credits: credits=" + shared.credits);
            return true;
        }
        final Call call = shared.callPool.take();
        final byte[] memory = shared.memory(call);
        message.getBytes(0, memory, 0, length);
        call.begin(this, ReceiveArena.NONE, length);
        call.received.wrap(memory, 0, length);
        call.reply.wrap(memory, shared.bufferSize, replyRoom);
        call.replyHeaderLength = RpcRdmaHeader.MIN_LENGTH;
        if (call.header.wrap(call.received, 0, length) == HeaderStatus.VALID) {
            runner.serve(call);
        } else {
            release(call);
        }
        return true;
    }

    @Override
    public PeerConnection caller() {
        return runner.caller();
    }

    @Override
    public int credits() {
        return shared.credits;
    }

    @Override
    public CallLimits limits() {
        return shared.limits;
    }

    @Override
    public PayloadPool payloads() {
        throw new IllegalStateException("reverse calls have no chunks");
    }

    @Override
    public LateAnswers lateAnswers() {
        return shared.lateAnswers;
    }

    @Override
    public int replyCapacity(final Call call) {
        return call.reply.capacity();
    }

    @Override
    public MutableDirectBuffer replyMessage(final Call call, final int length) {
        return call.reply;
    }

    @Override
    public void reply(final Call call, final int length) {
        call.parts.copyTo(call.reply, length);
        call.replyLength = length + call.parts.bytes();
        answer(call, false);
    }

    @Override
    public void refuse(final Call call) {
        answer(call, true);
    }

    private void answer(final Call call, final boolean refused) {
        connection.beginDispatch();
        try {
            if (connection.isOpen()) {
                call.sendBuffer = shared.sendBuffers.take();
                call.state = Call.REPLYING;
                runner.answered();
                replying.add(call);
                post(call, refused ? buildError(call) : buildReply(call));
            } else {
                runner.end(call);
            }
        } catch (final VerbsException e) {
            connection.fail(EndCause.SERVICE, "a reverse call cannot be answered: " + e.getMessage());
            if (call.state == Call.SERVING) {
                runner.reportUnsent(call, e);
                runner.end(call);
            }
        } finally {
            connection.endDispatch();
        }
    }

    private int buildReply(final Call call) {
        final MutableDirectBuffer bytes = call.sendBuffer.bytes;
        shared.writer
                .wrap(bytes, 0, RpcRdmaHeader.MIN_LENGTH)
                .begin(call.header.xid(), shared.credits, RpcRdmaHeader.RDMA_MSG);
        final int header = shared.writer.finish();
        bytes.putBytes(header, call.reply, 0, call.replyLength);
        return header + call.replyLength;
    }

    private int buildError(final Call call) {
        return shared.errors.writeErrChunk(call.sendBuffer.bytes, call.header, shared.credits);
    }

    private void post(final Call call, final int length) {
        shared.chain.clear();
        shared.chain.send(WorkRequestId.reverse(call.id), SendRequests.SIGNALED);
        shared.chain.sge(call.sendBuffer.iova(), length, call.sendBuffer.lkey());
        connection.post(shared.chain, "work requests");
    }

    public void onSendDone(final long wrId) {
        endReply(shared.callPool.get(WorkRequestId.call(wrId)));
    }

    private void endReply(final Call call) {
        replying.remove(call);
        shared.sendBuffers.give(call.sendBuffer);
        release(call);
    }

    @Override
    public void release(final Call call) {
        call.parts.forget();
        shared.callPool.end(call, connection.failures());
    }

    @Override
    public void drop(final Call call) {
        connection.beginDispatch();
        runner.end(call);
        connection.endDispatch();
    }

    @Override
    public void forgetAnswer(final Call call) {
        call.parts.forget();
    }

    @Override
    public void defer(final Call call) {
        // All memory for the answer is there.
    }

    @Override
    public void endDeferral() {
        // Nothing waits for it.
    }

    @Override
    public void onDelivered() {
        // Nothing waits for it.
    }

    @Override
    public ReverseChannel reverseChannel() {
        throw new IllegalStateException("a reverse call has no reverse channel");
    }

    @Override
    public void onBrokenAnswer(final Call call, final ServerCall handle, final Throwable cause) {
        runner.onBrokenAnswer(call, handle, cause);
    }

    /** The queue pair is gone. */
    public void close() {
        while (!replying.isEmpty()) {
            endReply(replying.get(replying.size() - 1));
        }
    }
}
