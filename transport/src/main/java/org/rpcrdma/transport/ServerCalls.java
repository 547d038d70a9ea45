// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.ArrayDeque;
import java.util.ArrayList;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.verbs.VerbsException;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcRdmaHeader;

/** The calls of a server's connection: takes messages apart, and leads each call to the service and its answer back. */
final class ServerCalls extends CallOwner {
    private final ServerConnection connection;
    private final ServerResources shared;
    private final ServerConnectionMetrics metrics;
    private final ConnectionTerms terms;
    private final SendBuffers sendBuffers;
    private final ServerTransfers transfers;
    private final ArrayList<CallContext> calls = new ArrayList<>();

    /** Calls that wait for payload memory. */
    final ArrayDeque<CallContext> waiting = new ArrayDeque<>(1);

    /** Calls of those that the service has that it may answer on other threads. */
    private int deferred;

    ServerCalls(final ServerConnection connection, final ServerResources shared, final ConnectionTerms terms) {
        super(connection, connection.metrics.remote(), shared.service, shared.serviceFailures, shared.calls);
        this.connection = connection;
        this.shared = shared;
        this.terms = terms;
        metrics = connection.metrics;
        sendBuffers = new SendBuffers(shared.memory, shared.bufferSize);
        transfers = new ServerTransfers(this, connection, shared);
    }

    /** A message of so many bytes is in a Receive buffer, to be read at an address. */
    void begin(final long receive, final long message, final int length) {
        final CallContext call = shared.calls.take();
        call.begin(this, receive, length);
        call.received.wrap(message, length);
        call.place = calls.size();
        calls.add(call);
        decode(call);
    }

    /** RFC 8166, section 4.5: a message without the fixed words of a header, or that is an error itself, gets no answer. */
    private void decode(final CallContext call) {
        final RpcRdmaHeader header = call.header;
        final int status = header.wrap(call.received, 0, call.receivedLength);
        final int procedure = header.procedure();
        final boolean valid = status == HeaderStatus.VALID;
        if (status == HeaderStatus.TOO_SHORT
                || procedure == RpcRdmaHeader.RDMA_ERROR
                || valid && procedure == RpcRdmaHeader.RDMA_DONE) {
            dropMessage(call);
        } else if (status == HeaderStatus.BAD_VERSION) {
            sendError(call, true);
        } else if (!valid
                || procedure == RpcRdmaHeader.RDMA_MSGP
                || !shared.limits.admit(call, terms.inlineThreshold())) {
            sendError(call, false);
        } else if (!shared.limits.canPull(call.reads)) {
            call.endReason = "a Read list is too long: bytes=" + call.reads.bytes() + " maxPayload="
                    + shared.limits.maxPayload();
            sendError(call, false);
        } else {
            admit(call);
        }
    }

    private void admit(final CallContext call) {
        final long need = shared.budget.need(call);
        if (need > shared.budget.limit()) {
            metrics.refusal = "a call may need more payload memory than there is: bytes=" + need + " limit="
                    + shared.budget.limit() + " payloadMemory=" + shared.payloadMemory;
            sendError(call, false);
        } else if (need == 0 || shared.budget.admit(this, call, need)) {
            pull(call);
        }
    }

    /** A call that waited for payload memory can have it. */
    void admitted(final CallContext call) {
        connection.beginDispatch();
        try {
            pull(call);
        } finally {
            connection.endDispatch();
        }
    }

    private void dropMessage(final CallContext call) {
        metrics.messagesDropped++;
        release(call);
    }

    private void sendError(final CallContext call, final boolean badVersion) {
        try {
            call.sendBuffer = call.sendBuffer == null ? sendBuffers.take() : call.sendBuffer;
        } catch (final VerbsException e) {
            connection.fail("no send buffer: " + e.getMessage());
            release(call);
            return;
        }
        shared.replies.buildError(call, badVersion);
        metrics.errorsSent++;
        call.state = CallContext.REFUSING;
        transfers.submit(call);
    }

    private void pull(final CallContext call) {
        call.replyHeaderLength = CallLimits.replyHeaderLength(call.header);
        if (terms.remoteInvalidation()) {
            shared.keys.scan(call.header);
            call.invalidates = shared.keys.isSingle();
            call.invalidatedKey = shared.keys.key();
        }
        try {
            if (shared.reads.prepare(call)) {
                call.state = CallContext.READING;
                transfers.submit(call);
                return;
            }
        } catch (final VerbsException e) {
            connection.fail("a Read list cannot be pulled: " + e.getMessage());
            release(call);
            return;
        }
        serve(call);
    }

    @Override
    CallLimits limits() {
        return shared.limits;
    }

    @Override
    PayloadPool payloads() {
        return shared.payloads;
    }

    @Override
    LateAnswers lateAnswers() {
        return shared.lateAnswers;
    }

    @Override
    ReverseChannel reverseChannel() {
        return connection.reverseChannel();
    }

    @Override
    int credits() {
        return connection.credits();
    }

    @Override
    int replyCapacity(final CallContext call) {
        return call.header.hasReplyChunk() ? shared.limits.replyCapacity(call.header) : inlineRoom(call);
    }

    @Override
    MutableDirectBuffer replyMessage(final CallContext call, final int length) {
        if (call.header.hasReplyChunk()) {
            takeReplyPayload(call, length);
        } else if (call.sendBuffer == null) {
            call.sendBuffer = sendBuffers.take();
            call.reply.wrap(call.sendBuffer.bytes, call.replyHeaderLength, inlineRoom(call));
        }
        return call.replyMessage();
    }

    /** All of the block is the service's, as far as the client has room for it. */
    private void takeReplyPayload(final CallContext call, final int length) {
        final Payload before = call.replyPayload;
        final int room = before == null ? 0 : before.length();
        if (length > room) {
            call.replyPayload =
                    before == null ? shared.payloads.take(length) : shared.payloads.move(before, length, room);
            call.replyPayload.resize((int) Math.min(call.replyPayload.block.length(), replyCapacity(call)));
        }
    }

    private int inlineRoom(final CallContext call) {
        return terms.inlineThreshold() - call.replyHeaderLength;
    }

    @Override
    void forgetAnswer(final CallContext call) {
        call.forgetAnswer(shared.payloads, shared.memory);
    }

    /** The call may be answered by another thread, which finds all memory for the answer there. */
    @Override
    void defer(final CallContext call) {
        if (call.sendBuffer == null && call.replyPayload == null) {
            replyMessage(call, replyCapacity(call));
        }
        shared.budget.settle(call);
        deferred++;
    }

    /** A call that was deferred is back on the event loop. */
    @Override
    void endDeferral() {
        deferred--;
    }

    @Override
    void reply(final CallContext call, final int length) {
        connection.beginDispatch();
        try {
            if (connection.isOpen()) {
                sendReply(call, length);
            } else {
                endService(call);
            }
        } finally {
            connection.endDispatch();
        }
    }

    private void sendReply(final CallContext call, final int length) {
        try {
            if (call.sendBuffer == null) {
                call.sendBuffer = sendBuffers.take();
            }
            shared.replies.prepare(call, length, inlineRoom(call));
            shared.budget.settle(call);
        } catch (final VerbsException e) {
            replaceAnswer(call, e);
            return;
        }
        serving--;
        metrics.repliesSent++;
        metrics.invalidationsSent += call.invalidates ? 1 : 0;
        call.state = CallContext.REPLYING;
        transfers.submit(call);
    }

    @Override
    void refuse(final CallContext call) {
        connection.beginDispatch();
        try {
            if (connection.isOpen()) {
                serving--;
                sendError(call, false);
            } else {
                endService(call);
            }
        } finally {
            connection.endDispatch();
        }
    }

    @Override
    void drop(final CallContext call) {
        connection.beginDispatch();
        metrics.messagesDropped++;
        endService(call);
        connection.endDispatch();
    }

    /** The bytes of a call's Read list are there. */
    void pulled(final CallContext call) {
        shared.reads.finish(call);
        serve(call);
    }

    @Override
    void release(final CallContext call) {
        releaseReceive(call);
        call.releasePayloads(shared.payloads, shared.memory);
        shared.budget.release(call);
        if (call.sendBuffer != null) {
            sendBuffers.give(call.sendBuffer);
        }
        final CallContext last = calls.remove(calls.size() - 1);
        if (last != call) {
            calls.set(call.place, last);
            last.place = call.place;
        }
        end(call);
    }

    void releaseReceive(final CallContext call) {
        if (call.receive != ReceiveArena.NONE) {
            final long receive = call.receive;
            call.receive = ReceiveArena.NONE;
            connection.releaseReceive(receive);
        }
    }

    /** The connection has begun to close: what waits is not served any more. */
    void abandonWaiting() {
        transfers.abandonWaiting();
        shared.budget.forget(this);
    }

    /** Returns true if calls wait for payload memory. */
    boolean isWaiting() {
        return !waiting.isEmpty();
    }

    /** Whether the service is done with all calls, but for those that can be revoked. */
    boolean isServed(final boolean revoked) {
        return revoked ? deferred == 0 : serving == 0;
    }

    ServerTransfers transfers() {
        return transfers;
    }

    /** Whether other threads may still be at calls. */
    boolean hasDeferred() {
        return deferred > 0;
    }

    /** A call that was deferred has been answered; its connection may have ended long ago. */
    @Override
    void onDelivered() {
        if (deferred == 0 && connection.isClosed()) {
            connection.giveBack();
        }
    }

    /** Nothing is with the device any more, nor with other threads. */
    void close() {
        while (!calls.isEmpty()) {
            release(calls.get(calls.size() - 1));
        }
        sendBuffers.close();
    }
}
