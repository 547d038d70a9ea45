// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.net.InetSocketAddress;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.transport.EndCause;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.transport.ServiceFailureListener;
import org.rpcrdma.transport.connection.CallConnection;
import org.rpcrdma.transport.memory.TransferMemory;
import org.rpcrdma.verbs.VerbsException;

/**
 * Passes the calls of one connection to the service and sends the service's answers. It also notifies the service when
 * the connection begins and ends. Subclasses provide the memory and the send queue. Call all methods on the event loop,
 * except {@link #answerLate} and {@link #replyCapacity}, which a thread may call after it has claimed the answer to a
 * deferred call.
 */
public abstract class CallDispatcher {
    /** The answer value that drops the call. */
    static final int DROP = -1;

    /** The answer value that sends an RDMA_ERROR with ERR_CHUNK. */
    protected static final int REFUSE = -2;

    protected final CallConnection connection;
    final PeerConnection peer;
    final CallLimits limits;
    private final RpcService service;
    private final ServiceFailureListener failureListener;
    private final LateAnswers lateAnswers;
    private int serving;
    private int deferred;

    /**
     * Creates a dispatcher.
     *
     * @param peer   the service's view of the connection.
     * @param limits the limits for the calls' chunks.
     */
    protected CallDispatcher(
            final CallConnection connection,
            final PeerConnection peer,
            final RpcService service,
            final ServiceFailureListener failureListener,
            final LateAnswers lateAnswers,
            final CallLimits limits) {
        this.connection = connection;
        this.peer = peer;
        this.service = service;
        this.failureListener = failureListener;
        this.lateAnswers = lateAnswers;
        this.limits = limits;
    }

    /** Returns the maximum length of a reply message. */
    protected abstract int replyCapacity(Call call);

    /** Returns a buffer for a reply message, allocating it if necessary. The length must not exceed the capacity. */
    protected abstract MutableDirectBuffer replyMessage(Call call, int length);

    /** Allocates memory for a Write chunk. */
    protected TransferMemory takePayload(final int length) {
        throw new IllegalStateException("the call has no chunks");
    }

    /** Reserves all memory that may be needed to answer from another thread. */
    protected abstract void reserveAnswer(Call call);

    /** Releases the memory that the service has reserved or passed for its answer. */
    protected abstract void forgetAnswer(Call call);

    /** Builds the service's reply, with a message of the given length. */
    protected abstract void prepareReply(Call call, int length);

    /** Builds an RDMA_ERROR. */
    protected abstract void prepareError(Call call);

    /** Posts the answer. */
    protected abstract void post(Call call);

    /**
     * Handles an answer that could not be built. Either sends another answer, or closes the connection and ends the
     * call.
     */
    protected abstract void onUnsent(Call call, int answer, VerbsException cause);

    /** Releases a call and all of its resources. */
    protected abstract void free(Call call);

    /**
     * Notifies the service of a new connection.
     *
     * @param local this side's address.
     */
    public final void beginService(final InetSocketAddress local) {
        peer.begin(local);
        tell(() -> service.onConnect(peer));
    }

    /**
     * Notifies the service that the connection has begun to end, if the service was notified when the connection began.
     */
    public final void endService() {
        if (peer.isOpen()) {
            peer.end();
            tell(() -> service.onDisconnect(peer, connection.closeReason()));
        }
    }

    private void tell(final Runnable event) {
        try {
            event.run();
        } catch (final Throwable e) {
            connection.failures().collect(() -> failureListener.onConnectionFailure(peer, e));
            throwLater(e);
        }
    }

    /**
     * Stores an Error, which may affect more than the service. The event loop throws it after the connection has
     * completed its own work.
     */
    private void throwLater(final Throwable failure) {
        if (failure instanceof Error) {
            connection.failures().add(failure);
        }
    }

    /** Returns the number of calls that the service is holding. */
    public final int serving() {
        return serving;
    }

    /** Returns the queue that carries other threads' answers to the event loop. */
    final LateAnswers lateAnswers() {
        return lateAnswers;
    }

    /** Returns true if other threads may still be working on calls. */
    public final boolean hasDeferred() {
        return deferred > 0;
    }

    /** Passes a call to the service. If the service throws an exception, reports it and answers the call. */
    protected final void serve(final Call call) {
        final ServerCall handle = call.serve();
        serving++;
        serve(call, handle);
    }

    private void serve(final Call call, final ServerCall handle) {
        final int xid = call.header.xid();
        final long turn = call.turn();
        try {
            service.onCall(handle);
        } catch (final Throwable e) {
            onFailure(call, turn, handle.askedTooMuch(), e);
            connection.failures().collect(() -> failureListener.onServiceFailure(peer, xid, e));
            throwLater(e);
        }
        handle.endOnCall();
    }

    /** Passes an unanswered call to the service again. See {@link ReplyCache}. */
    final void serveAgain(final Call call) {
        connection.beginDispatch();
        try {
            serve(call, call.handle());
        } finally {
            connection.endDispatch();
        }
    }

    private void onFailure(final Call call, final long turn, final boolean askedTooMuch, final Throwable failure) {
        if (call.isServing(turn)) {
            call.claimAnswer(turn);
            answerFailure(call, turn, askedTooMuch);
        } else {
            endIfAnswered(call, turn, failure);
        }
    }

    /**
     * Answers with an RPC reply if possible, otherwise with an RDMA_ERROR. Discards anything that the service has
     * written.
     */
    private void answerFailure(final Call call, final long turn, final boolean askedTooMuch) {
        try {
            final boolean fits = !askedTooMuch && fitsSystemError(call);
            forgetAnswer(call);
            if (fits) {
                writeSystemError(call);
            }
            carryOut(call, fits ? SystemError.LENGTH : REFUSE);
        } catch (final Throwable e) {
            failAnswer(e);
            endIfAnswered(call, turn, e);
        }
    }

    private boolean fitsSystemError(final Call call) {
        return replyCapacity(call) >= SystemError.LENGTH
                && SystemError.answers(call.message(), call.messageOffset(), call.messageLength());
    }

    private void writeSystemError(final Call call) {
        SystemError.write(replyMessage(call, SystemError.LENGTH), call.header.xid());
    }

    /**
     * Closes the connection if an answer failed while it was being sent, because the state of the call is then unknown.
     */
    private void endIfAnswered(final Call call, final long turn, final Throwable cause) {
        if (call.isAnswered(turn)) {
            failAnswer(cause);
            end(call);
        }
    }

    private void failAnswer(final Throwable cause) {
        connection.fail(EndCause.SERVICE, "a call cannot be answered: " + cause);
    }

    /** Reserves all memory for the answer to a call, so that other threads can answer the call. */
    final void defer(final Call call) {
        reserveAnswer(call);
        call.defer();
        deferred++;
        lateAnswers.await();
    }

    /**
     * Carries out an answer that has been claimed. The answer is the length of a reply, {@link #DROP} or
     * {@link #REFUSE}.
     */
    final void carryOut(final Call call, final int answer) {
        if (call.cached != null) {
            call.cached.cache.keep(call, answer);
        }
        connection.beginDispatch();
        try {
            if (answer == DROP) {
                drop(call);
            } else if (connection.isOpen()) {
                send(call, answer);
            } else {
                end(call);
            }
        } finally {
            connection.endAnswer();
        }
    }

    private void send(final Call call, final int answer) {
        try {
            if (answer == REFUSE) {
                prepareError(call);
            } else {
                prepareReply(call, answer);
            }
        } catch (final VerbsException e) {
            onUnsent(call, answer, e);
            return;
        }
        serving--;
        if (answer == REFUSE) {
            call.refuse();
        } else {
            call.reply();
        }
        post(call);
    }

    /** Ends a call without answering it. */
    protected void drop(final Call call) {
        end(call);
    }

    /**
     * Frees a call. If a thread is still working on the call after it expired, the call is freed when that thread has
     * finished.
     */
    protected final void release(final Call call) {
        if (!call.putOffRelease()) {
            free(call);
        }
    }

    /** Revokes the service's access to a call, then releases the call. */
    protected final void end(final Call call) {
        serving--;
        release(call);
    }

    /**
     * Reports the reason why the service's answer cannot be sent, and answers as if the service had failed. If that
     * answer cannot be sent either, sends an RDMA_ERROR, which needs only a send buffer.
     */
    protected final void replaceAnswer(final Call call, final VerbsException cause) {
        final boolean isFirst = !call.isReplaced;
        if (isFirst) {
            reportUnsent(call, cause);
        }
        forgetAnswer(call);
        call.isReplaced = true;
        carryOut(call, isFirst && fitsSystemError(call) && hasSystemError(call) ? SystemError.LENGTH : REFUSE);
    }

    private boolean hasSystemError(final Call call) {
        try {
            writeSystemError(call);
            return true;
        } catch (final VerbsException e) {
            return false;
        }
    }

    /** Reports that a service's answer cannot be sent. */
    protected final void reportUnsent(final Call call, final VerbsException cause) {
        final int xid = call.header.xid();
        connection.failures().collect(() -> failureListener.onServiceFailure(peer, xid, cause));
    }

    /**
     * Passes a claimed answer to the event loop. Thread-safe. If the reply does not fit, the call is refused. If this
     * method fails, for example because memory is exhausted, the call can still be answered.
     */
    final void answerLate(final Call call, final int answer) {
        answerLate(call, answer, null);
    }

    /**
     * Passes a claimed answer to the event loop, like {@link #answerLate(Call, int)}.
     *
     * @param expired the handle of a thread that continues to work on the call, or null.
     */
    final void answerLate(final Call call, final int answer, final ServerCall expired) {
        call.expired = expired;
        int capacity = 0;
        try {
            if (answer >= 0) {
                final int parts = expired == null ? call.parts.bytes() : 0;
                capacity = Math.min(call.replyMessage().capacity(), replyCapacity(call) - parts);
            }
            call.answer = answer > capacity ? REFUSE : answer;
            lateAnswers.add(call);
        } catch (final Throwable e) {
            call.expired = null;
            call.withdrawClaim();
            throw e;
        }
        lateAnswers.wake();
        if (answer > capacity) {
            throw new IllegalArgumentException(tooLong(answer, capacity));
        }
    }

    static String tooLong(final int length, final int capacity) {
        return "reply message does not fit: messageLength=" + length + " capacity=" + capacity;
    }

    /** Carries out an answer that another thread has passed to the event loop. */
    final void deliver(final Call call) {
        final long turn = call.turn();
        call.deliver();
        if (call.expired == null) {
            deferred--;
        } else {
            call.lend();
            lateAnswers.lend(call);
            forgetAnswer(call);
        }
        try {
            carryOut(call, call.answer);
        } catch (final Throwable e) {
            endIfAnswered(call, turn, e);
            throw e;
        } finally {
            endIfLast();
        }
    }

    private void endIfLast() {
        if (deferred == 0) {
            connection.onLastLateAnswer();
        }
    }

    /** Reclaims the memory of an expired call from the thread that worked on it. */
    final void takeBack(final Call call) {
        deferred--;
        connection.beginDispatch();
        try {
            if (call.takeBack()) {
                free(call);
            }
        } finally {
            try {
                connection.endAnswer();
            } finally {
                endIfLast();
            }
        }
    }
}
