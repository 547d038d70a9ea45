// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.transport.connection.ByteCounts;
import org.rpcrdma.transport.connection.CallConnection;
import org.rpcrdma.transport.connection.TransportEvent;
import org.rpcrdma.transport.memory.SendBuffer;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * A call on its way through the side that answers it; used again and again. It owns a Receive buffer from the message's
 * arrival until the answer is posted, the memory of its chunks and a send buffer until the answer has been sent.
 *
 * <pre>
 *   FREE --> ARRIVED --+--> READING --+--> SERVING -------------------------> ANSWERED --+--> REPLYING --> FREE
 *            waits for |              |       |                                  ^       |                  ^
 *            memory    +--------------+       +--> DEFERRED <--> CLAIMED --------+       +--> REFUSING -----+
 *                      |                           any thread    event loop delivers     |
 *                      +-----------------------------------------------------------------+
 *
 *   every state but DEFERRED and CLAIMED --> FREE: the message is dropped, or its connection has ended
 * </pre>
 *
 * <p>The event loop makes all transitions but two: a thread that answers a deferred call claims its one answer, and
 * gives the claim up if it cannot hand the answer over. One word has the state and the turn, which counts the calls
 * that this object has been. So a handle that a thread has kept of an earlier call changes nothing.
 */
public final class Call extends CallMemory {
    private static final int FREE = 1;
    private static final int ARRIVED = 1 << 1;
    private static final int READING = 1 << 2;
    private static final int SERVING = 1 << 3;
    private static final int DEFERRED = 1 << 4;
    private static final int CLAIMED = 1 << 5;
    private static final int ANSWERED = 1 << 6;
    private static final int REPLYING = 1 << 7;
    private static final int REFUSING = 1 << 8;
    private static final int STATES = (1 << 9) - 1;
    private static final int ON_LOOP = STATES & ~(DEFERRED | CLAIMED);
    private static final String[] NAMES = {
        "free", "arrived", "reading", "serving", "deferred", "claimed", "answered", "replying", "refusing"
    };

    /** What the word's turn grows by from call to call. */
    private static final long TURN = STATES + 1;

    /** An atomic object of its own would be one cache line more that each call touches. */
    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(Call.class, "word", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The place in the pool; stands in work-request ids. */
    public final int id;

    public final RpcRdmaHeader header = new RpcRdmaHeader();
    public final UnsafeBuffer received = new UnsafeBuffer(0, 0);

    /** The place of an inline reply message. */
    public final UnsafeBuffer reply = new UnsafeBuffer(0, 0);

    /** The Read list of an admitted call's header. */
    public final ReadList reads = new ReadList();

    /** The state, and the turn above it. */
    private volatile long word = FREE;

    /** Moves the call from state to state; null if it is free. */
    CallDispatcher dispatcher;

    /** The service's handle of this turn, or of the next one: a deferred call keeps its own for ever. */
    private ServerCall handle = new ServerCall(this);

    /** The Receive buffer, or {@link ReceiveArena#NONE} after its release. */
    private long receive;

    int receivedLength;

    /** Says how the call is served or refused. */
    public CallVerdict verdict;

    /** The length of the reply, or {@link CallDispatcher#DROP} or {@link CallDispatcher#REFUSE}; set by the claim. */
    int answer;

    public SendBuffer sendBuffer;
    public int sendLength;

    /** Length of the transport header that the reply will have. */
    public int replyHeaderLength;

    /** Bytes of the reply message that are not in parts of their own. */
    public int replyLength;

    /** The task that the service wants to run when all memory has been released, or null. */
    Runnable whenDone;

    /** Why the connection is to end when the answer has been sent, or null. */
    public String endReason;

    /** True if the service's answer could not be sent, and another stands in for it. */
    boolean isReplaced;

    boolean inChunk;
    boolean isPulledUp;

    /** True if the Send invalidates {@link #invalidatedKey}. */
    public boolean invalidates;

    public int invalidatedKey;

    /** Work requests that the present transfer takes. */
    public int workRequests;

    /** Work requests of the transfer that are posted. */
    public int posted;

    /** Chains of the transfer that are under way. */
    public int chains;

    /** When the call came, its service had it, and its reply was posted; not set if times are not measured. */
    long arrivedNanos;

    long servedNanos;
    long answeredNanos;

    /** When the fetching of its Read list began ({@link ReadTimeouts}). */
    long readingSince;

    /** The call's event of JDK Flight Recorder; null if it is not recorded. */
    public TransportEvent.OfCall event;

    /** The entry of the reply cache that this call will answer, has answered or waits for; else null. */
    CachedReply cached;

    /** The handle of the thread that still works on the call although it was answered, or null. */
    ServerCall expired;

    /** True while a thread works on the expired call. */
    private boolean isLent;

    /** True if the expired call is released when that thread returns its memory. */
    private boolean isEndPending;

    /** The next of the calls that wait for the same entry. */
    Call nextWaiting;

    /** The place among the connection's calls. */
    public int place;

    Call(final int id) {
        this.id = id;
    }

    private void move(final int from, final int to) {
        WORD.setRelease(this, moved(from, to));
    }

    /** Returns the word after a transition out of one of several states. */
    private long moved(final int from, final int to) {
        final long now = word;
        if ((now & from) == 0) {
            throw new IllegalStateException(
                    "a call that is " + name(now) + " cannot become " + name(to) + ": call=" + id);
        }
        return now & ~STATES | to;
    }

    private static String name(final long word) {
        return NAMES[Long.numberOfTrailingZeros(word & STATES)];
    }

    /** FREE to ARRIVED: a message has come. */
    public void begin(final CallDispatcher callDispatcher, final long receiveHandle, final int length) {
        WORD.setRelease(this, moved(FREE, ARRIVED) + TURN);
        dispatcher = callDispatcher;
        receive = receiveHandle;
        receivedLength = length;
    }

    /** ARRIVED to READING: its Read list is fetched. */
    public void fetch() {
        move(ARRIVED, READING);
    }

    /** To SERVING, from ARRIVED or READING. Returns the service's handle. */
    ServerCall serve() {
        move(ARRIVED | READING, SERVING);
        handle.begin(turn());
        return handle;
    }

    /** Returns the service's handle of this turn, which is not deferred. */
    ServerCall handle() {
        return handle;
    }

    /** SERVING to DEFERRED: any thread may answer, and sees all earlier writes. */
    void defer() {
        final long shared = moved(SERVING, DEFERRED);
        handle = new ServerCall(this);
        WORD.setRelease(this, shared);
    }

    /**
     * Claims a turn's one answer: SERVING to ANSWERED, or DEFERRED to CLAIMED.
     *
     * @return true if the answer can be sent immediately; false if the call was deferred and the event loop sends it.
     */
    boolean claimAnswer(final long turn) {
        if (!checkUnanswered(turn)) {
            move(SERVING, ANSWERED);
            return true;
        }
        if (!WORD.compareAndSet(this, turn | DEFERRED, turn | CLAIMED)) {
            throw answeredAlready();
        }
        return false;
    }

    /** CLAIMED to DEFERRED: the thread that has claimed the answer cannot hand it over. */
    void withdrawClaim() {
        WORD.setRelease(this, moved(CLAIMED, DEFERRED));
    }

    /** CLAIMED to ANSWERED: the answer of another thread has come to the event loop. */
    void deliver() {
        move(CLAIMED, ANSWERED);
    }

    /** A thread works on the call: it is not released before {@link #takeBack}. */
    void lend() {
        isLent = true;
    }

    /**
     * The thread that works on the call has returned its memory.
     *
     * @return true if the call's release was put off.
     */
    boolean takeBack() {
        isLent = false;
        return isEndPending;
    }

    /** Returns true if a thread works on the call; its release is put off then. */
    boolean putOffRelease() {
        isEndPending = isLent;
        return isLent;
    }

    /** ANSWERED to REPLYING: its reply is about to be posted. */
    void reply() {
        move(ANSWERED, REPLYING);
    }

    /** To REFUSING, from ARRIVED or ANSWERED: its RDMA_ERROR is about to be posted. */
    public void refuse() {
        move(ARRIVED | ANSWERED, REFUSING);
    }

    @Override
    boolean isExpired() {
        return expired != null;
    }

    /** To FREE: all that the call had was released. */
    void end() {
        move(ON_LOOP & ~FREE, FREE);
        if (cached != null) {
            cached.cache.release(this);
        }
        dispatcher = null;
        sendBuffer = null;
        whenDone = null;
        endReason = null;
        isReplaced = false;
        expired = null;
        isEndPending = false;
        inChunk = false;
        isPulledUp = false;
        invalidates = false;
        chains = 0;
        received.wrap(0, 0);
        reply.wrap(0, 0);
    }

    /**
     * Checks, on any thread, that a turn's call is not answered yet.
     *
     * @return true if it was deferred.
     */
    boolean checkUnanswered(final long turn) {
        final long now = word;
        if (now != (turn | SERVING) && now != (turn | DEFERRED)) {
            throw answeredAlready();
        }
        return now == (turn | DEFERRED);
    }

    private static IllegalStateException answeredAlready() {
        return new IllegalStateException("call was answered or dropped already");
    }

    /** Returns true if the service has a turn's call, on the event loop, and has not answered. */
    boolean isServing(final long turn) {
        return word == (turn | SERVING);
    }

    /** Returns true if a turn's answer was given, and neither a reply nor an RDMA_ERROR is on its way. */
    boolean isAnswered(final long turn) {
        return word == (turn | ANSWERED);
    }

    /** Returns the turn, which says in a handle which call of this object it is for. */
    long turn() {
        return word & ~STATES;
    }

    public boolean isReading() {
        return (word & READING) != 0;
    }

    public boolean isReplying() {
        return (word & REPLYING) != 0;
    }

    public boolean isRefusing() {
        return (word & REFUSING) != 0;
    }

    /** Returns where the RPC message is: in the Receive buffer, or in the pulled payload. */
    DirectBuffer message() {
        return isInline() ? received : readPayload();
    }

    int messageOffset() {
        return isInline() ? header.headerLength() : 0;
    }

    int messageLength() {
        return isInline() ? receivedLength - header.headerLength() : reads.positionZeroLength();
    }

    private boolean isInline() {
        return header.procedure() == RpcRdmaHeader.RDMA_MSG;
    }

    /** Returns the buffer of the reply message, once there is memory for it. */
    MutableDirectBuffer replyMessage() {
        return replyPayload == null ? reply : replyPayload.bytes;
    }

    /** Notes that the answer was sent: the peer's device has acknowledged it. */
    public void onSent(final ByteCounts bytes) {
        if (cached != null) {
            cached.cache.acknowledge(this);
        }
        countSent(bytes);
    }

    /** Counts the bytes of the answer, which was sent. */
    private void countSent(final ByteCounts bytes) {
        if (isRefusing()) {
            bytes.inlineSent += sendLength;
            return;
        }
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            bytes.writeChunks += writeLength(chunk);
        }
        final int message = replyLength + (isPulledUp ? 0 : parts.bytes());
        bytes.replyChunks += inChunk ? message : 0;
        bytes.inlineSent += replyHeaderLength + (inChunk ? 0 : message);
    }

    /** Releases the Receive buffer, if the call still has it. */
    public void releaseReceive(final CallConnection connection) {
        if (receive != ReceiveArena.NONE) {
            final long released = receive;
            receive = ReceiveArena.NONE;
            connection.releaseReceive(released);
        }
    }
}
