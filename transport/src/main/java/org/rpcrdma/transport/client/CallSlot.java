// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.net.InetSocketAddress;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.chunk.ChunkSegments;
import org.rpcrdma.transport.chunk.RegionLimits;
import org.rpcrdma.transport.connection.Arguments;
import org.rpcrdma.transport.connection.ReceivedReply;
import org.rpcrdma.transport.connection.ReplyOffer;
import org.rpcrdma.transport.connection.TransportEvent;
import org.rpcrdma.transport.memory.MappedSendBuffer;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.wire.RpcCredential;
import org.rpcrdma.wire.RpcHead;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.XdrWriter;

/**
 * A client's call, from the time it is staged until its handler is called. It corresponds to xprtrdma's {@code
 * rpcrdma_req} and owns its send buffer permanently:
 *
 * <pre>
 *   0                                 bufferSize                 2 x bufferSize
 *   +---------------------------------+-----------------+--------+
 *   |          | transport header     | RPC message     |        |
 *   +---------------------------------+-----------------+--------+
 *              ^ written when the keys are known, directly before the message
 * </pre>
 *
 * <p>Only the client's loop changes the call's state:
 *
 * <pre>
 *   FREE --> STAGING --> QUEUED --> SENT --> ANSWERED --> FREE
 *                          ^         |       its Send has not completed
 *                          +---------+
 *                        connection lost
 *
 *   STAGING, QUEUED and SENT --> FREE: the call was cancelled, or has failed
 * </pre>
 */
final class CallSlot implements ClientCall, ReplyOffer {
    private static final int FREE = 1;
    private static final int STAGING = 1 << 1;
    private static final int QUEUED = 1 << 2;
    private static final int SENT = 1 << 3;
    private static final int ANSWERED = 1 << 4;
    private static final String[] NAMES = {"free", "staging", "queued", "sent", "answered"};

    private static final int XID_LENGTH = 4;

    final int id;
    final MappedSendBuffer buffer;
    final CallShape shape = new CallShape();
    final ChunkSegments segments;
    final ReceivedReply reply;
    ReplyHandler handler;

    /** True from the time the Send is posted until it completes. */
    boolean sendPending;

    /** The number of times that the call has been sent. */
    int tries;

    /** The time, in ns, at which the call was first sent; unset if calls are not measured. */
    long firstSentNanos;

    /** The time of the event loop's clock, in ns, at which the call was last sent. */
    long sentNanos;

    /** The sequence number assigned when the call was last sent. */
    long sentNumber;

    /**
     * The transaction id, while the call is awaiting its reply. The next field is the next call in the hash chain
     * ({@link AwaitedCalls}).
     */
    int awaitedXid;

    CallSlot nextAwaited;

    /** The JDK Flight Recorder event of the call, or null if no recording is running. */
    TransportEvent.OfCall event;

    private final Owner owner;
    private final UnsafeBuffer message;
    private final XdrWriter arguments = new XdrWriter();
    private int messageLength;
    private boolean explicit;
    private int state = FREE;
    private boolean isRepeatable;

    /**
     * The reason why the call's caller gave up or why the deadline expired; null while the caller is waiting for the
     * call.
     */
    private String givenUp;

    private long timeoutNanos;

    /** The timer for the call's time limit. It is created for the slot's first call with a time limit. */
    private Timer deadline;

    /** True while a stager holds the call. In this case, the client rather than the stager sends the call. */
    boolean isLent;

    /** The client that owns the calls. */
    interface Owner {
        /** Sends a staged call or queues it. */
        void send(CallSlot slot);

        /** Releases a call that has not been sent. */
        void cancel(CallSlot slot);

        /** Returns a timer for a call's deadline. */
        Timer newDeadline(CallSlot slot);

        InetSocketAddress remote();

        RpcCredential credential();
    }

    /**
     * Creates a slot.
     *
     * @param sendBuffer the call's send buffer; the first half is for the header, the second half for the message.
     */
    CallSlot(final Owner owner, final int id, final RegionLimits limits, final MappedSendBuffer sendBuffer) {
        this.owner = owner;
        this.id = id;
        segments = new ChunkSegments(limits);
        reply = new ReceivedReply(this);
        buffer = sendBuffer;
        final int half = sendBuffer.bytes.capacity() / 2;
        message = new UnsafeBuffer(sendBuffer.bytes, half, half);
    }

    private void move(final int from, final int to) {
        if ((state & from) == 0) {
            throw new IllegalStateException(
                    "a call that is " + name(state) + " cannot become " + name(to) + ": call=" + id);
        }
        state = to;
    }

    private static String name(final int state) {
        return NAMES[Integer.numberOfTrailingZeros(state)];
    }

    /** Changes the state from FREE to STAGING. The caller then owns the call. */
    void stage() {
        move(FREE, STAGING);
        tries = 0;
        explicit = false;
        isRepeatable = false;
        givenUp = null;
        timeoutNanos = 0;
        shape.clear();
        segments.clear();
    }

    @Override
    public MutableDirectBuffer message() {
        checkStaging();
        return message;
    }

    @Override
    public XdrWriter begin(final int xid, final int program, final int version, final int procedure) {
        checkStaging();
        return RpcHead.putCall(arguments.wrap(message, 0), xid, program, version, procedure, owner.credential());
    }

    @Override
    public void messageAt(final long address, final int length) {
        checkStaging();
        Arguments.range("length", length, XID_LENGTH, Integer.MAX_VALUE);
        shape.message(address, length);
    }

    @Override
    public void argument(final int offset, final long address, final int length) {
        checkChunk(length);
        if (offset < Math.max(XID_LENGTH, shape.lastOffset()) || offset % XID_LENGTH != 0) {
            throw new IllegalArgumentException(
                    "offset must be a multiple of 4, at least 4, and not less than the previous offset: offset="
                            + offset + " last=" + shape.lastOffset());
        }
        shape.addArgument(offset, address, length);
    }

    @Override
    public void result(final long address, final int length) {
        checkChunk(length);
        shape.addResult(address, length);
    }

    @Override
    public void longestReply(final long address, final int length) {
        checkChunk(length);
        shape.reply(address, length);
    }

    @Override
    public void readSegment(final int position, final long address, final int length) {
        checkChunk(length);
        if (position < 0 || position % XID_LENGTH != 0) {
            throw new IllegalArgumentException("position must be a non-negative multiple of 4: position=" + position);
        }
        segments.addRead(position, address, length);
    }

    @Override
    public void explicitChunks() {
        checkStaging();
        explicit = true;
    }

    @Override
    public void beginWriteChunk() {
        checkStaging();
        segments.beginWriteChunk();
    }

    @Override
    public void writeSegment(final long address, final int length) {
        checkChunk(length);
        segments.addWrite(address, length);
    }

    @Override
    public void replySegment(final long address, final int length) {
        checkChunk(length);
        segments.addReply(address, length);
    }

    @Override
    public void send(final int length, final ReplyHandler replyHandler) {
        checkOwned("send");
        Arguments.required("handler", replyHandler);
        checkShape();
        final boolean elsewhere = segments.hasPositionZeroChunk() || shape.messageLength() > 0;
        final int shortest = elsewhere ? 0 : Math.max(XID_LENGTH, shape.lastOffset());
        Arguments.range("messageLength", length, shortest, elsewhere ? 0 : message.capacity());
        messageLength = elsewhere ? shape.messageLength() : length;
        if (shape.messageLength() > 0) {
            shape.copyMessage(message, XID_LENGTH);
        }
        handler = replyHandler;
        armDeadline();
        owner.send(this);
    }

    private void armDeadline() {
        if (timeoutNanos > 0) {
            if (deadline == null) {
                deadline = owner.newDeadline(this);
            }
            deadline.arm(timeoutNanos);
        }
    }

    @Override
    public void timeout(final long nanos) {
        checkStaging();
        Arguments.notNegative("timeout", nanos);
        timeoutNanos = nanos;
    }

    @Override
    public void repeatable() {
        checkStaging();
        isRepeatable = true;
    }

    boolean isRepeatable() {
        return isRepeatable;
    }

    long timeoutNanos() {
        return timeoutNanos;
    }

    /**
     * Abandons the call because its caller is no longer waiting. The call is not sent again, and its reply is ignored.
     */
    void giveUp(final String reason) {
        givenUp = reason;
    }

    /** Returns the reason why the call was abandoned, or null if it has not been abandoned. */
    String givenUp() {
        return givenUp;
    }

    private void checkShape() {
        explicit |= segments.count() > 0 || segments.writeChunks() > 0;
        if (explicit && !shape.isEmpty()) {
            throw new IllegalStateException(
                    "a call must not combine explicit chunks with arguments or results in memory");
        }
        if (shape.resultBytes() > shape.longestReply()) {
            throw new IllegalArgumentException("the longest reply is too short for the results: longestReply="
                    + shape.replyLength() + " results=" + shape.resultBytes());
        }
        if (shape.messageLength() > 0 && shape.lastOffset() > shape.messageLength()) {
            throw new IllegalArgumentException("an argument is outside the message: offset=" + shape.lastOffset()
                    + " messageLength=" + shape.messageLength());
        }
    }

    /** Changes the state from STAGING to QUEUED or, after the connection is lost, from SENT to QUEUED. */
    void enqueue() {
        move(STAGING | SENT, QUEUED);
    }

    /** Changes the state from QUEUED to SENT. Called immediately before the call is posted. */
    void sent(final long number) {
        move(QUEUED, SENT);
        sentNumber = number;
    }

    /** Changes the state from SENT to ANSWERED. Called after the handler has been called. */
    void answered() {
        move(SENT, ANSWERED);
        stopDeadline();
    }

    /** Changes any state to FREE, because the call is no longer needed. */
    void end() {
        move(STAGING | QUEUED | SENT | ANSWERED, FREE);
        handler = null;
        sendPending = false;
        stopDeadline();
    }

    /** Cancels the deadline because the outcome is known. */
    private void stopDeadline() {
        if (timeoutNanos > 0 && deadline != null) {
            deadline.cancel();
        }
    }

    boolean isStaging() {
        return state == STAGING;
    }

    boolean isQueued() {
        return state == QUEUED;
    }

    /** Returns true if the call has been sent and is awaiting its reply. */
    boolean isUnanswered() {
        return state == SENT;
    }

    /** Returns true if the reply has arrived but the Send has not yet completed. */
    boolean isAnswered() {
        return state == ANSWERED;
    }

    /** Returns true if the call has been sent and is awaiting its reply or the completion of its Send. */
    boolean isSent() {
        return (state & (SENT | ANSWERED)) != 0;
    }

    /** Returns true if the caller built the chunk lists. */
    boolean isExplicit() {
        return explicit;
    }

    /**
     * Returns the length of the message, wherever it is stored, or 0 if the caller offers the message in a Read chunk.
     */
    int messageLength() {
        return messageLength;
    }

    /** Returns the number of bytes of the message that follow the header inline. */
    int inlineLength() {
        return segments.hasPositionZeroChunk() ? 0 : messageLength;
    }

    long messageAddress() {
        return shape.messageLength() > 0 ? shape.messageAddress() : message.addressOffset();
    }

    /** Copies the message into the send buffer. */
    void moveInline() {
        if (shape.messageLength() > 0) {
            shape.copyMessage(message, messageLength);
            shape.endMessage();
        }
    }

    /** Copies the message and all its arguments into the send buffer. */
    void pullUp() {
        moveInline();
        messageLength = shape.pullUp(message, messageLength);
    }

    @Override
    public void cancel() {
        checkOwned("cancel");
        owner.cancel(this);
    }

    /** Returns the id that identifies the call in the work-request ids of registrations and Sends. */
    int sendId() {
        return id << 1;
    }

    /** Returns the id that identifies the call in the work-request ids of invalidations. */
    int invalidationId() {
        return id << 1 | 1;
    }

    static boolean isInvalidation(final int requestId) {
        return (requestId & 1) != 0;
    }

    static int slotId(final int requestId) {
        return requestId >>> 1;
    }

    int sentXid() {
        return message.getInt(0, BIG_ENDIAN);
    }

    /**
     * Returns the maximum number of send-queue entries that the call needs for its registrations, Send and
     * invalidations.
     */
    int workRequests() {
        return 2 * segments.count() + 1;
    }

    private void checkChunk(final int length) {
        checkStaging();
        Arguments.range("length", length, 1, Integer.MAX_VALUE);
    }

    private void checkOwned(final String method) {
        checkStaging();
        if (isLent) {
            throw new IllegalStateException("only the client may send or discard this call: method=" + method);
        }
    }

    private void checkStaging() {
        if (state != STAGING) {
            throw new IllegalStateException("call has already been sent or cancelled");
        }
    }

    @Override
    public boolean admits(final RpcRdmaHeader received) {
        return segments.admits(received);
    }

    @Override
    public int writeChunks() {
        return Math.max(segments.writeChunks(), shape.results());
    }

    @Override
    public long replyAddress() {
        return shape.replyLength() > 0 ? shape.replyAddress() : 0;
    }

    @Override
    public long resultAddress(final int result) {
        return result < shape.results() ? shape.resultAddress(result) : 0;
    }

    @Override
    public InetSocketAddress remote() {
        return owner.remote();
    }
}
