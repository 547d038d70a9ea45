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
import org.rpcrdma.transport.memory.TransferMemory;

/** The handle through which the service accesses a call. */
public final class ServerCall implements RpcCall {
    final Call call;

    /** The turn of the call to which this handle refers. */
    private long turn;

    /**
     * True until the service returns from onCall. During this time, the server catches exceptions that the service
     * throws.
     */
    private boolean isInOnCall;

    /** True if the service requested more bytes than the client can receive. */
    private boolean askedTooMuch;

    /** The object to notify when the memory of a deferred call is returned; null if the call was not deferred. */
    private LateAnswers lateAnswers;

    /** True if another thread has answered the call, which then waits for {@link #isReturned}. */
    private volatile boolean isExpired;

    /** True if the thread working on a deferred call no longer needs the call's memory. */
    private volatile boolean isReturned;

    ServerCall(final Call call) {
        this.call = call;
    }

    void begin(final long callTurn) {
        turn = callTurn;
        isInOnCall = true;
        askedTooMuch = false;
    }

    /** Records that the service has returned, whether or not it has answered. */
    void endOnCall() {
        isInOnCall = false;
    }

    /** Returns true if the call is deferred. Throws an exception if the call has been answered. */
    private boolean checkUnanswered() {
        return call.checkUnanswered(turn);
    }

    /** Returns the call if it has not been answered. Otherwise, throws an exception. */
    private Call unanswered() {
        checkUnanswered();
        return call;
    }

    boolean askedTooMuch() {
        return askedTooMuch;
    }

    @Override
    public int xid() {
        return unanswered().header.xid();
    }

    @Override
    public RpcConnection connection() {
        return unanswered().dispatcher.peer;
    }

    @Override
    public DirectBuffer message() {
        return unanswered().message();
    }

    @Override
    public int messageOffset() {
        return unanswered().messageOffset();
    }

    @Override
    public int messageLength() {
        return unanswered().messageLength();
    }

    @Override
    public int readSegmentCount() {
        return unanswered().reads.count();
    }

    @Override
    public int readPosition(final int segment) {
        return (int) unanswered().reads.position(segment);
    }

    @Override
    public int readLength(final int segment) {
        return (int) unanswered().reads.length(segment);
    }

    @Override
    public DirectBuffer readPayload() {
        return unanswered().readPayload();
    }

    @Override
    public ByteBuffer readPayloadBuffer() {
        return unanswered().readPayloadBuffer();
    }

    @Override
    public int readPayloadOffset(final int segment) {
        return unanswered().reads.offset(segment);
    }

    @Override
    public int writeChunkCount() {
        return unanswered().header.writeChunkCount();
    }

    @Override
    public int writeChunkCapacity(final int chunk) {
        return unanswered().dispatcher.limits.writeCapacity(call.header, chunk);
    }

    @Override
    public boolean hasReplyChunk() {
        return unanswered().header.hasReplyChunk();
    }

    @Override
    public int replyChunkCapacity() {
        return unanswered().dispatcher.limits.replyCapacity(call.header);
    }

    @Override
    public int replyCapacity() {
        return checkUnanswered() ? call.replyMessage().capacity() : longestReply();
    }

    @Override
    public MutableDirectBuffer replyMessage() {
        return checkUnanswered() ? call.replyMessage() : call.dispatcher.replyMessage(call, longestReply());
    }

    @Override
    public MutableDirectBuffer replyMessage(final int length) {
        if (checkUnanswered()) {
            checkReply(length, call.replyMessage().capacity());
            return call.replyMessage();
        }
        checkReply(length, longestReply());
        return call.dispatcher.replyMessage(call, length);
    }

    /** Returns the client's capacity for the reply. Each part of a deferred answer may use the entire capacity. */
    private int longestReply() {
        return call.dispatcher.replyCapacity(call);
    }

    private void checkReply(final int length, final int capacity) {
        if (length < 0 || length > capacity) {
            throw doesNotFit(length, CallDispatcher.tooLong(length, capacity));
        }
    }

    @Override
    public void replyPart(final long address, final int length) {
        replyPart(ReplyParts.END, address, length);
    }

    @Override
    public void replyPart(final int offset, final long address, final int length) {
        checkUnanswered();
        Arguments.range("offset", offset, call.parts.lastOffset(), Integer.MAX_VALUE);
        Arguments.range("length", length, 0, Integer.MAX_VALUE - call.parts.bytes());
        if (length > 0) {
            call.parts.add(offset, address, length);
        }
    }

    @Override
    public MutableDirectBuffer writeChunk(final int chunk, final int length) {
        final TransferMemory[] payloads = checkWrite(chunk, length);
        if (payloads[chunk] != null) {
            return shorten(payloads, chunk, length);
        }
        if (length == 0) {
            return Call.EMPTY;
        }
        if (checkUnanswered()) {
            throw new IllegalStateException("Write chunk must be reserved before the call is deferred: chunk=" + chunk);
        }
        payloads[chunk] = call.dispatcher.takePayload(length);
        return payloads[chunk].bytes;
    }

    private MutableDirectBuffer shorten(final TransferMemory[] payloads, final int chunk, final int length) {
        if (length >= payloads[chunk].length()) {
            throw new IllegalStateException(
                    "Write chunk is already reserved: chunk=" + chunk + " length=" + payloads[chunk].length());
        }
        payloads[chunk].resize(length);
        return payloads[chunk].bytes;
    }

    @Override
    public void writeChunk(final int chunk, final long address, final int length) {
        final TransferMemory[] payloads = checkWrite(chunk, length);
        if (payloads[chunk] != null) {
            throw new IllegalStateException("Write chunk is already reserved: chunk=" + chunk);
        }
        payloads[chunk] = call.inPlace(chunk);
        payloads[chunk].place(address, length);
    }

    private TransferMemory[] checkWrite(final int chunk, final int length) {
        final int capacity = writeChunkCapacity(chunk);
        if (length < 0 || length > capacity) {
            throw doesNotFit(
                    length,
                    "length must be from 0 to the Write chunk's capacity: length=" + length + " capacity=" + capacity);
        }
        return call.writePayloads(chunk + 1);
    }

    @Override
    public void reply(final int length) {
        if (checkUnanswered()) {
            replyDeferred(length);
            return;
        }
        checkReply(length, longestReply() - call.parts.bytes());
        call.dispatcher.replyMessage(call, length);
        answer(length);
    }

    /**
     * Claims the answer before it reads the call. If another thread has already answered, the event loop may have ended
     * the call and reused its memory.
     */
    private void replyDeferred(final int length) {
        if (length < 0) {
            throw new IllegalArgumentException("length must not be negative: messageLength=" + length);
        }
        answer(length);
    }

    /**
     * Handles a request for more than the client's capacity. While the service is in onCall, it may send another
     * answer, or propagate the exception, in which case the server refuses the call. At any other time, this method
     * refuses the call, because no caller would catch the exception and the client would wait forever.
     */
    private IllegalArgumentException doesNotFit(final int length, final String message) {
        if (length < 0) {
            return new IllegalArgumentException(message);
        }
        if (!checkUnanswered() && isInOnCall) {
            askedTooMuch = true;
        } else {
            answer(CallDispatcher.REFUSE);
        }
        return new IllegalArgumentException(message);
    }

    @Override
    public ReverseChannel reverseChannel() {
        return unanswered().dispatcher.connection.reverseChannel();
    }

    @Override
    public void whenDone(final Runnable task) {
        unanswered().whenDone = task;
    }

    @Override
    public void refuse() {
        answer(CallDispatcher.REFUSE);
    }

    @Override
    public void drop() {
        answer(CallDispatcher.DROP);
    }

    private void answer(final int answer) {
        final boolean isImmediate;
        try {
            isImmediate = call.claimAnswer(turn);
        } catch (final IllegalStateException e) {
            returnMemory();
            throw e;
        }
        if (isImmediate) {
            call.dispatcher.carryOut(call, answer);
        } else {
            call.dispatcher.answerLate(call, answer);
        }
    }

    @Override
    public void defer() {
        if (checkUnanswered()) {
            throw new IllegalStateException("call is already deferred");
        }
        call.dispatcher.defer(call);
        lateAnswers = call.dispatcher.lateAnswers();
    }

    @Override
    public void expire(final int messageLength) {
        if (!checkUnanswered()) {
            throw new IllegalStateException("call is not deferred, so no other thread may answer it");
        }
        Arguments.range("messageLength", messageLength, 0, Integer.MAX_VALUE);
        call.claimAnswer(turn);
        isExpired = true;
        call.dispatcher.answerLate(call, messageLength, this);
    }

    @Override
    public void returnMemory() {
        if (lateAnswers != null && !isReturned) {
            isReturned = true;
            if (isExpired) {
                lateAnswers.wake();
            }
        }
    }

    boolean isReturned() {
        return isReturned;
    }
}
