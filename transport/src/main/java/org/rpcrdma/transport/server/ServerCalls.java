// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.ArrayList;
import java.util.function.Consumer;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.transport.call.Call;
import org.rpcrdma.transport.call.CallLimits;
import org.rpcrdma.transport.call.CallOwner;
import org.rpcrdma.transport.call.CallQueue;
import org.rpcrdma.transport.call.CallResources;
import org.rpcrdma.transport.call.CallVerdict;
import org.rpcrdma.transport.call.LateAnswers;
import org.rpcrdma.transport.call.PeerConnection;
import org.rpcrdma.transport.call.ReplyMemory;
import org.rpcrdma.transport.call.ServerCall;
import org.rpcrdma.transport.call.ServiceRunner;
import org.rpcrdma.transport.connection.ConnectionTerms;
import org.rpcrdma.transport.connection.TransportEvents;
import org.rpcrdma.transport.connection.WorkRequestId;
import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.verbs.VerbsException;

/**
 * The calls of one connection of a server, each led from its message to its answer:
 *
 * <pre>
 *   message -- CallLimits.judge -- PayloadBudget -- SendBudget -- READs -- ServiceRunner -- WRITEs, Send -- released
 *                   |                  waits           waits        \                        /
 *                   +-- ERR_VERS, ERR_CHUNK ----------------          +-- ServerTransfers --+
 * </pre>
 */
final class ServerCalls implements CallOwner {
    private final ServedConnection connection;
    private final CallResources shared;
    private final ServiceRunner runner;
    private final ServerTransfers transfers;
    private final ConnectionTerms terms;
    private final ConnectionFigures figures;
    private final ReplyMemory memory;
    private final ArrayList<Call> calls = new ArrayList<>();

    /** Calls that wait for payload memory. */
    private final CallQueue waitingForPayload = new CallQueue(this::onPayloadAdmitted);

    /** Calls that wait for a send buffer. */
    private final CallQueue waitingForSend = new CallQueue(this::onSendAdmitted);

    /** Calls that the service may answer on other threads. */
    private int deferred;

    ServerCalls(
            final ServedConnection connection,
            final CallResources shared,
            final ServiceRunner runner,
            final ServerTransfers transfers,
            final ConnectionTerms terms,
            final ConnectionFigures figures) {
        this.connection = connection;
        this.shared = shared;
        this.runner = runner;
        this.transfers = transfers;
        this.terms = terms;
        this.figures = figures;
        memory = new ReplyMemory(shared, terms.inlineThreshold());
    }

    /**
     * Begins a call.
     *
     * @param receive the Receive buffer that its message is in.
     * @param message the address at which that is read.
     */
    void begin(final long receive, final long message, final int length) {
        final Call call = shared.callPool.take();
        call.begin(this, receive, length);
        call.received.wrap(message, length);
        call.event = TransportEvents.beginServerCall(call.received);
        shared.traffic.inlineReceived += length;
        if (shared.times != null) {
            shared.times.begin(call);
        }
        call.place = calls.size();
        calls.add(call);
        final int status = call.header.wrap(call.received, 0, length);
        call.verdict = shared.limits.judge(status, call.header, call.reads, length, terms.inlineThreshold());
        switch (call.verdict) {
            case SERVE -> reservePayload(call);
            case DROP -> dropMessage(call);
            default -> reserveSend(call);
        }
    }

    private void reservePayload(final Call call) {
        final long need = shared.budget.need(call);
        final String refusal = shared.budget.refusal(need);
        if (refusal != null) {
            figures.refusal = refusal;
            call.verdict = CallVerdict.ERR_CHUNK;
            reserveSend(call);
        } else if (need == 0 || shared.budget.admit(waitingForPayload, call, need)) {
            reserveSend(call);
        }
    }

    private void reserveSend(final Call call) {
        if (shared.sends.admit(waitingForSend, call)) {
            proceed(call);
        }
    }

    private void proceed(final Call call) {
        switch (call.verdict) {
            case SERVE -> pull(call);
            case ERR_VERS -> answerErrVers(call);
            case ERR_CHUNK_AND_END -> {
                call.endReason = "a Read list is too long: bytes=" + call.reads.bytes() + " maxPayload="
                        + shared.limits.maxPayload();
                answerErrChunk(call);
            }
            default -> answerErrChunk(call);
        }
    }

    private void onPayloadAdmitted(final Call call) {
        shared.budget.admitted(call);
        resume(call, this::reserveSend);
    }

    private void onSendAdmitted(final Call call) {
        shared.sends.admitted(call);
        resume(call, this::proceed);
    }

    /** A call goes on that has waited. */
    private void resume(final Call call, final Consumer<Call> step) {
        connection.beginDispatch();
        if (shared.times != null) {
            shared.times.clock.onEvent();
        }
        try {
            step.accept(call);
        } finally {
            connection.endDispatch();
        }
    }

    private void dropMessage(final Call call) {
        figures.messagesDropped++;
        release(call);
    }

    private void answerErrVers(final Call call) {
        if (hasSendBuffer(call)) {
            sendError(call, shared.errors.writeErrVers(call.sendBuffer.bytes, call.header, connection.credits()));
        }
    }

    private void answerErrChunk(final Call call) {
        if (hasSendBuffer(call)) {
            sendError(call, shared.errors.writeErrChunk(call.sendBuffer.bytes, call.header, connection.credits()));
        }
    }

    /** Ends the connection if a send buffer is unavailable: an error needs no more than that. */
    private boolean hasSendBuffer(final Call call) {
        try {
            memory.takeSendBuffer(call);
            return true;
        } catch (final VerbsException e) {
            connection.fail(EndCause.RESOURCES, "no send buffer: " + e.getMessage());
            release(call);
            return false;
        }
    }

    private void sendError(final Call call, final int length) {
        call.sendLength = length;
        call.invalidates = false;
        call.workRequests = 1;
        figures.errorsSent++;
        call.state = Call.REFUSING;
        transfers.submit(call);
    }

    private void pull(final Call call) {
        call.replyHeaderLength = CallLimits.replyHeaderLength(call.header);
        if (terms.remoteInvalidation()) {
            shared.keys.scan(call.header);
            call.invalidates = shared.keys.isSingle();
            call.invalidatedKey = shared.keys.key();
        }
        try {
            if (shared.staging.prepareReads(call)) {
                call.state = Call.READING;
                shared.readTimeouts.begin(call, connection);
                transfers.submit(call);
                return;
            }
        } catch (final VerbsException e) {
            connection.fail(EndCause.RESOURCES, "a Read list cannot be pulled: " + e.getMessage());
            release(call);
            return;
        }
        serve(call);
    }

    private void serve(final Call call) {
        if (shared.times != null) {
            shared.times.serve(call);
        }
        runner.serve(call);
    }

    /** Takes the completion of a request of a transfer. */
    void onSendDone(final long wrId, final boolean success) {
        final Call call = transfers.completed(wrId);
        if (call == null) {
            return;
        }
        if (!connection.isOpen() || !success) {
            if (call.chains == 0) {
                release(call);
            }
        } else if (WorkRequestId.isLast(wrId)) {
            onTransferred(call);
        }
    }

    private void onTransferred(final Call call) {
        if (call.state == Call.READING) {
            shared.readTimeouts.end(call);
            shared.staging.finishReads(call);
            shared.traffic.readChunks += call.reads.bytes();
            serve(call);
            return;
        }
        call.countSent(shared.traffic);
        if (shared.times != null && call.state == Call.REPLYING) {
            shared.times.end(call);
        }
        final String endReason = call.endReason;
        release(call);
        if (endReason != null) {
            connection.fail(EndCause.PROTOCOL, endReason);
        }
    }

    @Override
    public PeerConnection caller() {
        return runner.caller();
    }

    @Override
    public CallLimits limits() {
        return shared.limits;
    }

    @Override
    public PayloadPool payloads() {
        return shared.payloads;
    }

    @Override
    public LateAnswers lateAnswers() {
        return shared.lateAnswers;
    }

    @Override
    public ReverseChannel reverseChannel() {
        return connection.reverseChannel();
    }

    @Override
    public int credits() {
        return connection.credits();
    }

    @Override
    public int replyCapacity(final Call call) {
        return memory.capacity(call);
    }

    @Override
    public MutableDirectBuffer replyMessage(final Call call, final int length) {
        return memory.message(call, length);
    }

    @Override
    public void forgetAnswer(final Call call) {
        memory.forgetAnswer(call);
    }

    @Override
    public void defer(final Call call) {
        memory.reserve(call);
        shared.budget.settle(call);
        deferred++;
    }

    @Override
    public void endDeferral() {
        deferred--;
    }

    @Override
    public void reply(final Call call, final int length) {
        connection.beginDispatch();
        try {
            if (connection.isOpen()) {
                sendReply(call, length);
            } else {
                runner.end(call);
            }
        } finally {
            connection.endAnswer();
        }
    }

    private void sendReply(final Call call, final int length) {
        try {
            memory.takeSendBuffer(call);
            shared.staging.prepareReply(call, length, memory.inlineRoom(call));
            shared.budget.settle(call);
        } catch (final VerbsException e) {
            runner.replaceAnswer(call, e);
            return;
        }
        runner.answered();
        figures.repliesSent++;
        figures.invalidationsSent += call.invalidates ? 1 : 0;
        call.state = Call.REPLYING;
        transfers.submit(call);
        if (shared.times != null) {
            shared.times.answer(call);
        }
    }

    @Override
    public void refuse(final Call call) {
        connection.beginDispatch();
        try {
            if (connection.isOpen()) {
                runner.answered();
                answerErrChunk(call);
            } else {
                runner.end(call);
            }
        } finally {
            connection.endAnswer();
        }
    }

    @Override
    public void drop(final Call call) {
        connection.beginDispatch();
        figures.messagesDropped++;
        runner.end(call);
        connection.endAnswer();
    }

    @Override
    public void onBrokenAnswer(final Call call, final ServerCall handle, final Throwable cause) {
        runner.onBrokenAnswer(call, handle, cause);
    }

    @Override
    public void release(final Call call) {
        if (call.event != null) {
            endEvent(call);
        }
        shared.readTimeouts.end(call);
        call.releaseReceive(connection);
        memory.release(call);
        final Call last = calls.remove(calls.size() - 1);
        if (last != call) {
            calls.set(call.place, last);
            last.place = call.place;
        }
        shared.callPool.end(call, connection.failures());
    }

    private void endEvent(final Call call) {
        final String outcome = switch (call.state) {
            case Call.REPLYING -> "reply";
            case Call.REFUSING -> "RDMA_ERROR";
            default -> connection.isOpen() ? "dropped" : "the connection ended";
        };
        final boolean isAnswered = call.state == Call.REPLYING || call.state == Call.REFUSING;
        TransportEvents.endServerCall(
                call.event, figures.id(), figures.remote(), isAnswered ? call.sendLength : 0, outcome);
        call.event = null;
    }

    /** The connection has begun to close: calls that wait for memory or for room in the send queue are not served. */
    void abandonWaiting() {
        Call call;
        while ((call = transfers.abandon()) != null) {
            release(call);
        }
        shared.budget.abandon(waitingForPayload);
        shared.sends.abandon(waitingForSend);
    }

    /** Returns true if the device has completed all transfers. */
    boolean isFlushed() {
        return transfers.isIdle();
    }

    /** Returns true if no call is under way. */
    boolean isIdle() {
        return transfers.isIdle() && runner.serving() == 0 && waitingForPayload.isEmpty() && waitingForSend.isEmpty();
    }

    /**
     * Returns true if the service has answered all calls; if they are revoked, those that other threads have are
     * enough.
     */
    boolean isServed(final boolean revoked) {
        return revoked ? deferred == 0 : runner.serving() == 0;
    }

    /** Returns true if other threads may still work on calls. */
    boolean hasDeferred() {
        return deferred > 0;
    }

    @Override
    public void onDelivered() {
        if (deferred == 0) {
            connection.onLastLateAnswer();
        }
    }

    /** Releases all calls; neither the device nor another thread has any of them. */
    void close() {
        while (!calls.isEmpty()) {
            release(calls.get(calls.size() - 1));
        }
        memory.close();
    }
}
