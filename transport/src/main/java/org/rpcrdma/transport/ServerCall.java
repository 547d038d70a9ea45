// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * What a service has of a call.
 *
 * <pre>
 *   ENDED --> SERVING ----------------------------> ENDED, and used for another call
 *                |       reply, drop, refuse
 *                +--> DEFERRED ------> ANSWERED      never used again: whoever still holds it can do nothing with it
 *                                any thread, one wins; the event loop does the rest
 * </pre>
 */
final class ServerCall implements RpcCall {
    private static final int ENDED = 0;
    private static final int SERVING = 1;
    private static final int DEFERRED = 2;
    private static final int ANSWERED = 3;
    private static final int DROP = -1;
    private static final int REFUSE = -2;
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(ServerCall.class, "state", int.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final CallContext context;
    private int state;

    /** The length of the reply, or what else the answer is. */
    private int answer;

    /** Whether the service was called with it and has not returned: who sees what that throws then. */
    private boolean isInOnCall;

    /** Whether more was asked for than the client has room for. */
    private boolean askedTooMuch;

    ServerCall(final CallContext context) {
        this.context = context;
    }

    void begin() {
        state = SERVING;
        isInOnCall = true;
        askedTooMuch = false;
    }

    /** The service has returned, with an answer or without. */
    void endOnCall() {
        isInOnCall = false;
    }

    /** Returns true if the service still is to answer, on the event loop. */
    boolean isUnanswered() {
        return state == SERVING;
    }

    /** The service has failed: it does not answer any more. */
    void endUnanswered() {
        state = ENDED;
    }

    boolean askedTooMuch() {
        return askedTooMuch;
    }

    /** The call has ended; returns whether this can be used for the next one. */
    boolean end() {
        if (state >= DEFERRED) {
            return false;
        }
        state = ENDED;
        return true;
    }

    boolean isDeferred() {
        return (int) STATE.getAcquire(this) >= DEFERRED;
    }

    @Override
    public int xid() {
        return header().xid();
    }

    @Override
    public DirectBuffer message() {
        checkServing();
        return context.message();
    }

    @Override
    public int messageOffset() {
        checkServing();
        return context.messageOffset();
    }

    @Override
    public int messageLength() {
        checkServing();
        return context.messageLength();
    }

    @Override
    public int readSegmentCount() {
        return reads().count();
    }

    @Override
    public int readPosition(final int segment) {
        return (int) reads().position(segment);
    }

    @Override
    public int readLength(final int segment) {
        return (int) reads().length(segment);
    }

    @Override
    public DirectBuffer readPayload() {
        checkServing();
        return context.readPayload();
    }

    @Override
    public int readPayloadOffset(final int segment) {
        return reads().offset(segment);
    }

    @Override
    public int writeChunkCount() {
        return header().writeChunkCount();
    }

    @Override
    public int writeChunkCapacity(final int chunk) {
        checkServing();
        return context.connection.limits().writeCapacity(context.header, chunk);
    }

    @Override
    public boolean hasReplyChunk() {
        return header().hasReplyChunk();
    }

    @Override
    public int replyChunkCapacity() {
        checkServing();
        return context.connection.limits().replyCapacity(context.header);
    }

    @Override
    public int replyCapacity() {
        return checkServing() == DEFERRED
                ? context.replyMessage().capacity()
                : context.connection.replyCapacity(context);
    }

    @Override
    public MutableDirectBuffer replyMessage() {
        return replyMessage(replyCapacity());
    }

    @Override
    public MutableDirectBuffer replyMessage(final int length) {
        checkReply(length, replyCapacity());
        return state == DEFERRED ? context.replyMessage() : context.connection.replyMessage(context, length);
    }

    private void checkReply(final int length, final int capacity) {
        if (length < 0 || length > capacity) {
            throw doesNotFit(length, "reply message does not fit: messageLength=" + length + " capacity=" + capacity);
        }
    }

    @Override
    public void replyPart(final long address, final int length) {
        checkServing();
        Arguments.range("length", length, 0, Integer.MAX_VALUE - context.parts.bytes());
        if (length > 0) {
            context.parts.add(address, length);
        }
    }

    @Override
    public MutableDirectBuffer writeChunk(final int chunk, final int length) {
        final Payload[] payloads = checkWrite(chunk, length);
        if (payloads[chunk] != null) {
            return shorten(payloads, chunk, length);
        }
        if (length == 0) {
            return CallContext.EMPTY;
        }
        if (state == DEFERRED) {
            throw new IllegalStateException(
                    "Write chunk was not asked for before the answer was deferred: chunk=" + chunk);
        }
        payloads[chunk] = context.connection.payloads().take(length);
        return payloads[chunk].bytes;
    }

    private MutableDirectBuffer shorten(final Payload[] payloads, final int chunk, final int length) {
        if (length >= payloads[chunk].length()) {
            throw new IllegalStateException(
                    "Write chunk was asked for before: chunk=" + chunk + " length=" + payloads[chunk].length());
        }
        payloads[chunk].resize(length);
        return payloads[chunk].bytes;
    }

    @Override
    public void writeChunk(final int chunk, final long address, final int length) {
        final Payload[] payloads = checkWrite(chunk, length);
        if (payloads[chunk] != null) {
            throw new IllegalStateException("Write chunk was asked for before: chunk=" + chunk);
        }
        payloads[chunk] = context.inPlace(chunk);
        payloads[chunk].place(address, length);
    }

    private Payload[] checkWrite(final int chunk, final int length) {
        final int capacity = writeChunkCapacity(chunk);
        if (length < 0 || length > capacity) {
            throw doesNotFit(
                    length, "length is not within the Write chunk: length=" + length + " capacity=" + capacity);
        }
        return context.writePayloads(chunk + 1);
    }

    @Override
    public void reply(final int length) {
        checkReply(length, replyCapacity() - context.parts.bytes());
        replyMessage(length);
        answer(length);
    }

    /**
     * More was asked for than the client has room for. While the service is in onCall it may answer otherwise, or let the exception
     * out: the call is refused then. At other times nobody else would see the exception, and the client would wait for ever.
     */
    private IllegalArgumentException doesNotFit(final int length, final String message) {
        if (length < 0) {
            return new IllegalArgumentException(message);
        }
        if (checkServing() == SERVING && isInOnCall) {
            askedTooMuch = true;
        } else {
            answer(REFUSE);
        }
        return new IllegalArgumentException(message);
    }

    @Override
    public ReverseChannel reverseChannel() {
        checkServing();
        return context.connection.reverseChannel();
    }

    @Override
    public void whenDone(final Runnable task) {
        checkServing();
        context.whenDone = task;
    }

    @Override
    public void refuse() {
        answer(REFUSE);
    }

    @Override
    public void drop() {
        answer(DROP);
    }

    private void answer(final int what) {
        if (checkServing() == SERVING) {
            state = ENDED;
            carryOut(what);
            return;
        }
        if (!STATE.compareAndSet(this, DEFERRED, ANSWERED)) {
            throw new IllegalStateException("call was answered or dropped already");
        }
        answer = what;
        context.connection.lateAnswers().add(this);
    }

    /** On the event loop: what was answered elsewhere. */
    void deliver() {
        final CallOwner calls = context.connection;
        calls.endDeferral();
        try {
            carryOut(answer);
        } catch (final Throwable e) {
            calls.endBrokenAnswer(context, this, e);
            throw e;
        } finally {
            calls.onDelivered();
        }
    }

    private void carryOut(final int what) {
        switch (what) {
            case DROP -> context.connection.drop(context);
            case REFUSE -> context.connection.refuse(context);
            default -> context.connection.reply(context, what);
        }
    }

    @Override
    public void defer() {
        if (checkServing() == DEFERRED) {
            throw new IllegalStateException("call was deferred already");
        }
        context.connection.defer(context);
        STATE.setRelease(this, DEFERRED);
    }

    private RpcRdmaHeader header() {
        checkServing();
        return context.header;
    }

    private ReadList reads() {
        checkServing();
        return context.reads;
    }

    private int checkServing() {
        final int now = (int) STATE.getAcquire(this);
        if (now != SERVING && now != DEFERRED) {
            throw new IllegalStateException("call was answered or dropped already");
        }
        return now;
    }
}
