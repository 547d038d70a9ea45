// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.nio.ByteBuffer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcConnection;
import org.rpcrdma.transport.connection.Arguments;
import org.rpcrdma.transport.memory.Payload;
import org.rpcrdma.wire.RpcRdmaHeader;

/** A call as its service sees it. */
public final class ServerCall extends AnswerState implements RpcCall {
    private static final int DROP = -1;
    private static final int REFUSE = -2;
    final Call context;
    /** The length of the reply, or {@link #DROP} or {@link #REFUSE}. */
    private int answer;

    /** True until the service returns from onCall, when it still can throw to its caller. */
    private boolean isInOnCall;

    /** True if more was asked for than the client has room for. */
    private boolean askedTooMuch;

    ServerCall(final Call context) {
        this.context = context;
    }

    void begin() {
        beginServing();
        isInOnCall = true;
        askedTooMuch = false;
    }

    /** The service has returned, with an answer or without. */
    void endOnCall() {
        isInOnCall = false;
    }

    boolean askedTooMuch() {
        return askedTooMuch;
    }

    @Override
    public int xid() {
        return header().xid();
    }

    @Override
    public RpcConnection connection() {
        checkUnanswered();
        return context.owner.caller();
    }

    @Override
    public DirectBuffer message() {
        checkUnanswered();
        return context.message();
    }

    @Override
    public int messageOffset() {
        checkUnanswered();
        return context.messageOffset();
    }

    @Override
    public int messageLength() {
        checkUnanswered();
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
        checkUnanswered();
        return context.readPayload();
    }

    @Override
    public ByteBuffer readPayloadBuffer() {
        checkUnanswered();
        return context.readPayloadBuffer();
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
        checkUnanswered();
        return context.owner.limits().writeCapacity(context.header, chunk);
    }

    @Override
    public boolean hasReplyChunk() {
        return header().hasReplyChunk();
    }

    @Override
    public int replyChunkCapacity() {
        checkUnanswered();
        return context.owner.limits().replyCapacity(context.header);
    }

    @Override
    public int replyCapacity() {
        return checkUnanswered() ? context.replyMessage().capacity() : context.owner.replyCapacity(context);
    }

    @Override
    public MutableDirectBuffer replyMessage() {
        return replyMessage(replyCapacity());
    }

    @Override
    public MutableDirectBuffer replyMessage(final int length) {
        checkReply(length, replyCapacity());
        return isDeferred() ? context.replyMessage() : context.owner.replyMessage(context, length);
    }

    /** Returns the client's room for the reply; each part of a deferred answer may use all of it. */
    private int longestReply() {
        return context.owner.replyCapacity(context);
    }

    private void checkReply(final int length, final int capacity) {
        if (length < 0 || length > capacity) {
            throw doesNotFit(length, tooLong(length, capacity));
        }
    }

    private static String tooLong(final int length, final int capacity) {
        return "reply message does not fit: messageLength=" + length + " capacity=" + capacity;
    }

    @Override
    public void replyPart(final long address, final int length) {
        checkUnanswered();
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
            return Call.EMPTY;
        }
        if (isDeferred()) {
            throw new IllegalStateException(
                    "Write chunk was not asked for before the answer was deferred: chunk=" + chunk);
        }
        payloads[chunk] = context.owner.payloads().take(length);
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
        if (checkUnanswered()) {
            replyDeferred(length);
            return;
        }
        checkReply(length, Math.min(replyCapacity(), longestReply() - context.parts.bytes()));
        replyMessage(length);
        answer(length);
    }

    /**
     * Claims the answer before it looks at the call: once another thread has answered, the event loop ends the call,
     * and its memory is another call's.
     */
    private void replyDeferred(final int length) {
        if (length < 0) {
            throw new IllegalArgumentException("reply message has a negative length: messageLength=" + length);
        }
        claimAnswer();
        answerLate(length);
    }

    /**
     * More was asked for than the client has room for. While the service is in onCall it may answer otherwise, or let
     * the exception out: the call is refused then. At other times nobody else would see the exception, and the client
     * would wait for ever.
     */
    private IllegalArgumentException doesNotFit(final int length, final String message) {
        if (length < 0) {
            return new IllegalArgumentException(message);
        }
        if (!checkUnanswered() && isInOnCall) {
            askedTooMuch = true;
        } else {
            answer(REFUSE);
        }
        return new IllegalArgumentException(message);
    }

    @Override
    public ReverseChannel reverseChannel() {
        checkUnanswered();
        return context.owner.reverseChannel();
    }

    @Override
    public void whenDone(final Runnable task) {
        checkUnanswered();
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
        if (claimAnswer()) {
            carryOut(what);
        } else {
            answerLate(what);
        }
    }

    /**
     * Hands an answer that was claimed to the event loop; a reply that does not fit becomes a refusal. If that fails,
     * for example without memory, the call can still be answered.
     */
    private void answerLate(final int what) {
        final LateAnswers lateAnswers;
        final int capacity;
        try {
            capacity =
                    what < 0 ? 0 : Math.min(context.replyMessage().capacity(), longestReply() - context.parts.bytes());
            answer = what > capacity ? REFUSE : what;
            lateAnswers = context.owner.lateAnswers();
            lateAnswers.add(this);
        } catch (final Throwable e) {
            withdrawClaim();
            throw e;
        }
        lateAnswers.wake();
        if (what > capacity) {
            throw new IllegalArgumentException(tooLong(what, capacity));
        }
    }

    /** Carries out, on the event loop, an answer given on another thread. */
    void deliver() {
        final CallOwner calls = context.owner;
        calls.endDeferral();
        try {
            carryOut(answer);
        } catch (final Throwable e) {
            calls.onBrokenAnswer(context, this, e);
            throw e;
        } finally {
            calls.onDelivered();
        }
    }

    private void carryOut(final int what) {
        switch (what) {
            case DROP -> context.owner.drop(context);
            case REFUSE -> context.owner.refuse(context);
            default -> context.owner.reply(context, what);
        }
    }

    @Override
    public void defer() {
        if (checkUnanswered()) {
            throw new IllegalStateException("call was deferred already");
        }
        context.owner.defer(context);
        deferAnswer();
    }

    private RpcRdmaHeader header() {
        checkUnanswered();
        return context.header;
    }

    private ReadList reads() {
        checkUnanswered();
        return context.reads;
    }
}
