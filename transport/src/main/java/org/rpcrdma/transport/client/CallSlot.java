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
 * A client's call from its staging to its handler, as xprtrdma's {@code rpcrdma_req}. Its send buffer stays its own:
 *
 * <pre>
 *   0                                 bufferSize                 2 x bufferSize
 *   +---------------------------------+-----------------+--------+
 *   |          | transport header     | RPC message     |        |
 *   +---------------------------------+-----------------+--------+
 *              ^ written when the keys are known, so that it ends where the message begins
 * </pre>
 *
 * <p>Its states, which the client's loop alone changes:
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

    /** True if the Send's completion is still to come. */
    boolean sendPending;

    /** The number of times that the call was sent. */
    int tries;

    /** When it was sent first; not set if nobody measures. */
    long firstSentNanos;

    /** When it was sent last, by the event loop's clock. */
    long sentNanos;

    /** The place in the order of sending. */
    long sentNumber;

    /** The transaction id while the call awaits its reply, and the next call in its chain ({@link AwaitedCalls}). */
    int awaitedXid;

    CallSlot nextAwaited;

    /** The call's event of JDK Flight Recorder; null if nobody records. */
    TransportEvent.OfCall event;

    private final Owner owner;
    private final UnsafeBuffer message;
    private final XdrWriter arguments = new XdrWriter();
    private int messageLength;
    private boolean explicit;
    private int state = FREE;
    private boolean isRepeatable;

    /** Why the call was given up by its caller or its deadline, or null. */
    private String givenUp;

    private long timeoutNanos;

    /** Made for the first call with a time limit. */
    private Timer deadline;

    /** True while a stager has the call, which another sends. */
    boolean isLent;

    /** The client that a call belongs to. */
    interface Owner {
        /** Takes a call that is staged. */
        void send(CallSlot slot);

        /** Takes back a call that is not sent. */
        void cancel(CallSlot slot);

        /** Returns a timer for a call's deadline. */
        Timer newDeadline(CallSlot slot);

        InetSocketAddress remote();

        RpcCredential credential();
    }

    /**
     * @param sendBuffer of two equal halves, for the header and the message.
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

    /** FREE to STAGING: its caller has it. */
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
            throw new IllegalArgumentException("offset must be a multiple of 4, above 0 and not below the last: offset="
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
            throw new IllegalArgumentException("position must be a multiple of 4, 0 or more: position=" + position);
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

    /** Nobody waits for the call any more: it is not sent again, and its reply is ignored. */
    void giveUp(final String reason) {
        givenUp = reason;
    }

    /** Returns why nobody waits for the call any more, or null. */
    String givenUp() {
        return givenUp;
    }

    private void checkShape() {
        explicit |= segments.count() > 0 || segments.writeChunks() > 0;
        if (explicit && !shape.isEmpty()) {
            throw new IllegalStateException("a call's chunks are staged or chosen, not both");
        }
        if (shape.resultBytes() > shape.longestReply()) {
            throw new IllegalArgumentException("the longest reply has no room for the results: longestReply="
                    + shape.replyLength() + " results=" + shape.resultBytes());
        }
        if (shape.messageLength() > 0 && shape.lastOffset() > shape.messageLength()) {
            throw new IllegalArgumentException("an argument lies behind the message: offset=" + shape.lastOffset()
                    + " messageLength=" + shape.messageLength());
        }
    }

    /** To QUEUED, from STAGING, or from SENT if its connection was lost: it waits to be sent. */
    void enqueue() {
        move(STAGING | SENT, QUEUED);
    }

    /** QUEUED to SENT: it is about to be posted. */
    void sent(final long number) {
        move(QUEUED, SENT);
        sentNumber = number;
    }

    /** SENT to ANSWERED: its handler was called. */
    void answered() {
        move(SENT, ANSWERED);
        stopDeadline();
    }

    /** To FREE: nobody needs it. */
    void end() {
        move(STAGING | QUEUED | SENT | ANSWERED, FREE);
        handler = null;
        sendPending = false;
        stopDeadline();
    }

    /** Its outcome is known. */
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

    /** Returns true if the call was sent and its reply has not come. */
    boolean isUnanswered() {
        return state == SENT;
    }

    /** Returns true if the reply has come, but not the Send's completion. */
    boolean isAnswered() {
        return state == ANSWERED;
    }

    /** Returns true if the call was sent, and its reply or its Send's completion has not come. */
    boolean isSent() {
        return (state & (SENT | ANSWERED)) != 0;
    }

    /** Returns true if the caller made the chunk lists. */
    boolean isExplicit() {
        return explicit;
    }

    /** Returns the bytes of the message, wherever it lies; 0 if the caller offers it by a Read chunk. */
    int messageLength() {
        return messageLength;
    }

    /** Returns the bytes of the message that go behind the header. */
    int inlineLength() {
        return segments.hasPositionZeroChunk() ? 0 : messageLength;
    }

    long messageAddress() {
        return shape.messageLength() > 0 ? shape.messageAddress() : message.addressOffset();
    }

    /** Has the message in the send buffer. */
    void moveInline() {
        if (shape.messageLength() > 0) {
            shape.copyMessage(message, messageLength);
            shape.endMessage();
        }
    }

    /** Has the message and all its arguments in the send buffer. */
    void pullUp() {
        moveInline();
        messageLength = shape.pullUp(message, messageLength);
    }

    @Override
    public void cancel() {
        checkOwned("cancel");
        owner.cancel(this);
    }

    /** Stands in the work-request ids of registrations and Send. */
    int sendId() {
        return id << 1;
    }

    /** Stands in the work-request ids of invalidations. */
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

    /** Returns send-queue entries that the call takes at most: registrations, Send, invalidations. */
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
            throw new IllegalStateException("a stager must not end its call, the client does: method=" + method);
        }
    }

    private void checkStaging() {
        if (state != STAGING) {
            throw new IllegalStateException("call was sent or cancelled already");
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
