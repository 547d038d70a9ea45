// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.ArrayList;
import java.util.function.Consumer;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.ServiceFailureListener;
import org.rpcrdma.transport.call.Call;
import org.rpcrdma.transport.call.CallDispatcher;
import org.rpcrdma.transport.call.CallLimits;
import org.rpcrdma.transport.call.CallQueue;
import org.rpcrdma.transport.call.CallResources;
import org.rpcrdma.transport.call.CallVerdict;
import org.rpcrdma.transport.call.PeerConnection;
import org.rpcrdma.transport.call.ReplyMemory;
import org.rpcrdma.transport.connection.CallConnection;
import org.rpcrdma.transport.connection.ConnectionTerms;
import org.rpcrdma.transport.connection.TransportEvents;
import org.rpcrdma.transport.connection.WorkRequestId;
import org.rpcrdma.transport.memory.TransferMemory;
import org.rpcrdma.verbs.VerbsException;

/**
 * The calls of one server connection. This class processes each call from its message to its answer:
 *
 * <pre>
 *   message -- CallLimits.judge -- PayloadBudget -- SendBudget -- READs -- the service -- WRITEs, Send -- released
 *                   |                  waits           waits        \                      /
 *                   +-- ERR_VERS, ERR_CHUNK ----------------          +-- ServerTransfers -+
 * </pre>
 */
final class ServerCalls extends CallDispatcher {
    private final CallResources resources;
    private final ServerTransfers transfers;
    private final ConnectionTerms terms;
    private final ServerConnectionMetrics figures;
    private final ReplyMemory memory;
    private final ArrayList<Call> calls = new ArrayList<>();
    private final CallQueue waitingForPayload = new CallQueue(call -> resume(call, this::reserveSend));
    private final CallQueue waitingForSend = new CallQueue(call -> resume(call, this::proceed));

    ServerCalls(
            final CallConnection connection,
            final CallResources resources,
            final RpcService service,
            final ServiceFailureListener failureListener,
            final ServerDepths depths,
            final ConnectionTerms terms,
            final ServerConnectionMetrics figures) {
        super(
                connection,
                new PeerConnection(figures.id(), figures.remote()),
                service,
                failureListener,
                resources.lateAnswers,
                resources.limits);
        this.resources = resources;
        this.terms = terms;
        this.figures = figures;
        transfers = new ServerTransfers(
                connection, resources.callPool, resources.staging::stage, depths.sendDepth(), depths.longestChain());
        memory = new ReplyMemory(resources, terms.inlineThreshold());
    }

    /**
     * Begins a call when its message has been received.
     *
     * @param receive the handle of the Receive buffer that contains the message.
     * @param message the address of the message.
     */
    void begin(final long receive, final long message, final int length) {
        final Call call = resources.callPool.take();
        call.begin(this, receive, length);
        call.received.wrap(message, length);
        call.event = TransportEvents.beginServerCall(call.received);
        resources.traffic.inlineReceived += length;
        if (resources.times != null) {
            resources.times.begin(call);
        }
        call.place = calls.size();
        calls.add(call);
        final int status = call.header.wrap(call.received, 0, length);
        call.verdict = resources.limits.judge(status, call.header, call.reads, length, terms.inlineThreshold());
        switch (call.verdict) {
            case SERVE -> reservePayload(call);
            case DROP -> {
                figures.messagesDropped++;
                release(call);
            }
            default -> reserveSend(call);
        }
    }

    private void reservePayload(final Call call) {
        final String refusal = resources.budget.refusal(call);
        if (refusal != null) {
            figures.refusal = refusal;
            call.verdict = CallVerdict.ERR_CHUNK;
            reserveSend(call);
        } else if (resources.budget.reserve(waitingForPayload, call)) {
            reserveSend(call);
        }
    }

    private void reserveSend(final Call call) {
        if (resources.sends.admit(waitingForSend, call)) {
            proceed(call);
        }
    }

    private void proceed(final Call call) {
        switch (call.verdict) {
            case SERVE -> pull(call);
            case ERR_CHUNK_AND_END -> {
                call.endReason = "a Read list is too long: bytes=" + call.reads.bytes() + " maxPayload="
                        + resources.limits.maxPayload();
                refuse(call);
            }
            default -> refuse(call);
        }
    }

    /** Resumes a call that had to wait. */
    private void resume(final Call call, final Consumer<Call> step) {
        connection.beginDispatch();
        if (resources.times != null) {
            resources.times.clock.onEvent();
        }
        try {
            step.accept(call);
        } finally {
            connection.endDispatch();
        }
    }

    /** Refuses a call without passing it to the service. */
    private void refuse(final Call call) {
        try {
            prepareError(call);
        } catch (final VerbsException e) {
            failWithoutSendBuffer(e);
            release(call);
            return;
        }
        call.refuse();
        post(call);
    }

    /** Closes the connection because no send buffer is available, even for an error reply. */
    private void failWithoutSendBuffer(final VerbsException cause) {
        connection.fail(EndCause.RESOURCES, "a send buffer is unavailable: " + cause.getMessage());
    }

    private void pull(final Call call) {
        call.replyHeaderLength = CallLimits.replyHeaderLength(call.header);
        if (terms.remoteInvalidation()) {
            resources.keys.scan(call.header);
            call.invalidates = resources.keys.isSingle();
            call.invalidatedKey = resources.keys.key();
        }
        try {
            if (resources.staging.prepareReads(call)) {
                call.fetch();
                resources.readTimeouts.begin(call);
                transfers.submit(call);
                return;
            }
        } catch (final VerbsException e) {
            connection.fail(EndCause.RESOURCES, "a Read list cannot be fetched: " + e.getMessage());
            release(call);
            return;
        }
        beginService(call);
    }

    private void beginService(final Call call) {
        if (resources.times != null) {
            resources.times.serve(call);
        }
        serve(call);
    }

    /** Handles the completion of a work request that belongs to a transfer. */
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
        if (call.isReading()) {
            resources.staging.finishReads(call);
            resources.traffic.readChunks += call.reads.bytes();
            resources.readTimeouts.end();
            beginService(call);
            return;
        }
        call.onSent(resources.traffic);
        if (resources.times != null && call.isReplying()) {
            resources.times.end(call);
        }
        final String endReason = call.endReason;
        release(call);
        if (endReason != null) {
            connection.fail(EndCause.PROTOCOL, endReason);
        }
    }

    @Override
    protected int replyCapacity(final Call call) {
        return memory.capacity(call);
    }

    @Override
    protected MutableDirectBuffer replyMessage(final Call call, final int length) {
        return memory.message(call, length);
    }

    @Override
    protected TransferMemory takePayload(final int length) {
        return resources.payloads.take(length);
    }

    @Override
    protected void reserveAnswer(final Call call) {
        memory.reserve(call);
        resources.budget.settle(waitingForPayload, call);
    }

    @Override
    protected void forgetAnswer(final Call call) {
        memory.forgetAnswer(call);
    }

    @Override
    protected void prepareReply(final Call call, final int length) {
        memory.takeSendBuffer(call);
        resources.staging.prepareReply(call, length, memory.inlineRoom(call));
        resources.budget.settle(waitingForPayload, call);
    }

    @Override
    protected void prepareError(final Call call) {
        memory.takeSendBuffer(call);
        call.sendLength = call.verdict == CallVerdict.ERR_VERS
                ? resources.errors.writeErrVers(call.sendBuffer.bytes, call.header, connection.credits())
                : resources.errors.writeErrChunk(call.sendBuffer.bytes, call.header, connection.credits());
        call.invalidates = false;
        call.workRequests = 1;
    }

    @Override
    protected void post(final Call call) {
        if (call.isRefusing()) {
            figures.errorsSent++;
            transfers.submit(call);
            return;
        }
        figures.repliesSent++;
        figures.invalidationsSent += call.invalidates ? 1 : 0;
        transfers.submit(call);
        if (resources.times != null) {
            resources.times.answer(call);
        }
    }

    @Override
    protected void onUnsent(final Call call, final int answer, final VerbsException cause) {
        if (answer == REFUSE) {
            failWithoutSendBuffer(cause);
            end(call);
        } else {
            replaceAnswer(call, cause);
        }
    }

    @Override
    protected void drop(final Call call) {
        figures.messagesDropped++;
        super.drop(call);
    }

    @Override
    protected void free(final Call call) {
        if (call.event != null) {
            endEvent(call);
        }
        if (call.isReading()) {
            resources.readTimeouts.end();
        }
        call.releaseReceive(connection);
        memory.release(call);
        resources.budget.release(waitingForPayload, call);
        resources.sends.release(waitingForSend, call);
        final Call last = calls.remove(calls.size() - 1);
        if (last != call) {
            calls.set(call.place, last);
            last.place = call.place;
        }
        resources.callPool.end(call, connection.failures());
    }

    private void endEvent(final Call call) {
        final boolean isAnswered = call.isReplying() || call.isRefusing();
        final String outcome = isAnswered
                ? call.isReplying() ? "reply" : "RDMA_ERROR"
                : connection.isOpen() ? "dropped" : "the connection ended";
        TransportEvents.endServerCall(
                call.event, figures.id(), figures.remote(), isAnswered ? call.sendLength : 0, outcome);
        call.event = null;
    }

    /** Discards calls that are waiting for memory or send-queue entries, because the connection has begun to close. */
    void abandonWaiting() {
        Call call;
        while ((call = transfers.abandon()) != null) {
            release(call);
        }
        resources.budget.abandon(waitingForPayload);
        resources.sends.abandon(waitingForSend);
    }

    /** Returns true if the device has completed all transfers. */
    boolean isFlushed() {
        return transfers.isIdle();
    }

    /** Returns true if no call is in progress. */
    boolean isIdle() {
        return transfers.isIdle() && serving() == 0 && waitingForPayload.isEmpty() && waitingForSend.isEmpty();
    }

    /**
     * Returns true if the service has answered all calls and no thread is working on a call. If calls have been
     * revoked, only the second condition applies.
     */
    boolean isServed(final boolean revoked) {
        return !hasDeferred() && (revoked || serving() == 0);
    }

    /** Releases all calls. Neither the device nor other threads may still be using them. */
    void close() {
        while (!calls.isEmpty()) {
            free(calls.get(calls.size() - 1));
        }
        memory.close();
    }
}
