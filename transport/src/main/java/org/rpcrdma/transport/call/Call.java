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
 * Represents a call on the side that answers it. The object is reused. It owns a Receive buffer from the arrival of the
 * message until the answer is posted. It owns chunk memory and a send buffer until the answer has been sent.
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
 * <p>The event loop performs all transitions except two. A thread that answers a deferred call first claims the answer,
 * and withdraws the claim if it cannot pass the answer to the event loop. A single word contains the state and the
 * turn, which is the number of calls that have used this object. Therefore, a stale handle that a thread has kept from
 * an earlier call has no effect.
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

    /** The amount by which the word increases with each call. */
    private static final long TURN = STATES + 1;

    /** A VarHandle is used because a separate atomic object would cost an additional cache line per call. */
    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(Call.class, "word", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The index of the call in the pool. Work-request ids contain this index. */
    public final int id;

    public final RpcRdmaHeader header = new RpcRdmaHeader();
    public final UnsafeBuffer received = new UnsafeBuffer(0, 0);

    /** The buffer of an inline reply message. */
    public final UnsafeBuffer reply = new UnsafeBuffer(0, 0);

    /** The Read list in the header of an admitted call. */
    public final ReadList reads = new ReadList();

    /** The state in the low bits, and the turn in the bits above them. */
    private volatile long word = FREE;

    /** The dispatcher that changes the call's state; null if the call is free. */
    CallDispatcher dispatcher;

    /**
     * The service's handle for this turn or, if the call is free, for the next turn. A deferred call keeps its handle
     * forever.
     */
    private ServerCall handle = new ServerCall(this);

    /** The handle of the Receive buffer, or {@link ReceiveArena#NONE} after the buffer has been released. */
    private long receive;

    int receivedLength;

    /** The decision to serve or refuse the call. */
    public CallVerdict verdict;

    /**
     * The length of the reply, or {@link CallDispatcher#DROP} or {@link CallDispatcher#REFUSE}. Set when a thread
     * claims the answer.
     */
    int answer;

    public SendBuffer sendBuffer;
    public int sendLength;

    /** The length of the reply's transport header, in bytes. */
    public int replyHeaderLength;

    /** The length of the reply message in bytes, excluding parts in the service's memory. */
    public int replyLength;

    /** The service's task to run when all memory has been released, or null. */
    Runnable whenDone;

    /** The reason why the connection must end after the answer has been sent; null if the connection continues. */
    public String endReason;

    /** True if the service's answer could not be sent and has been replaced by another answer. */
    boolean isReplaced;

    boolean inChunk;
    boolean isPulledUp;

    /** True if the Send invalidates {@link #invalidatedKey}. */
    public boolean invalidates;

    public int invalidatedKey;

    /** The number of work requests in the current transfer. */
    public int workRequests;

    /** The number of work requests of the transfer that have been posted so far. */
    public int posted;

    /** The number of chains of the transfer that have not completed. */
    public int chains;

    /**
     * The time, in ns, at which the call arrived. The next fields are the times at which it reached the service and at
     * which its reply was posted. All are unset if times are not measured.
     */
    long arrivedNanos;

    long servedNanos;
    long answeredNanos;

    /** The time, in ns, at which the first READ of the Read list was posted. See {@link ReadTimeouts}. */
    long readingSince;

    /** The JDK Flight Recorder event of the call, or null if the call is not recorded. */
    public TransportEvent.OfCall event;

    /** The reply cache entry that this call will fill, has filled or is waiting for; otherwise null. */
    CachedReply cached;

    /** The handle through which a thread is still working on the answered call, or null. */
    ServerCall expired;

    /** True while a thread is working on the expired call. */
    private boolean isLent;

    /** True if the expired call must be released as soon as that thread returns the call's memory. */
    private boolean isEndPending;

    /** The next call that is waiting for the same cache entry. */
    Call nextWaiting;

    /** The index of this call in its connection's list of calls. */
    public int place;

    Call(final int id) {
        this.id = id;
    }

    private void move(final int from, final int to) {
        WORD.setRelease(this, moved(from, to));
    }

    /** Returns the value of the word after a transition from one of the given states. */
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

    /** Changes the state from FREE to ARRIVED, because a message has arrived. */
    public void begin(final CallDispatcher callDispatcher, final long receiveHandle, final int length) {
        WORD.setRelease(this, moved(FREE, ARRIVED) + TURN);
        dispatcher = callDispatcher;
        receive = receiveHandle;
        receivedLength = length;
    }

    /** Changes the state from ARRIVED to READING, because the Read list is being fetched. */
    public void fetch() {
        move(ARRIVED, READING);
    }

    /** Changes the state from ARRIVED or READING to SERVING. Returns the service's handle. */
    ServerCall serve() {
        move(ARRIVED | READING, SERVING);
        handle.begin(turn());
        return handle;
    }

    /** Returns the service's handle for this turn. The call must not be deferred. */
    ServerCall handle() {
        return handle;
    }

    /**
     * Changes the state from SERVING to DEFERRED. Any thread may then answer, and all earlier writes are visible to it.
     */
    void defer() {
        final long shared = moved(SERVING, DEFERRED);
        handle = new ServerCall(this);
        WORD.setRelease(this, shared);
    }

    /**
     * Claims the right to answer the call that a turn identifies. Changes the state from SERVING to ANSWERED, or from
     * DEFERRED to CLAIMED.
     *
     * @return true if the answer can be sent immediately; false if the call was deferred, in which case the event loop
     *     sends the answer.
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

    /**
     * Changes the state from CLAIMED back to DEFERRED, because the thread that claimed the answer could not pass it to
     * the event loop.
     */
    void withdrawClaim() {
        WORD.setRelease(this, moved(CLAIMED, DEFERRED));
    }

    /** Changes the state from CLAIMED to ANSWERED, because another thread's answer has reached the event loop. */
    void deliver() {
        move(CLAIMED, ANSWERED);
    }

    /** Marks the call as in use by a thread. The call is then not released until {@link #takeBack} is called. */
    void lend() {
        isLent = true;
    }

    /**
     * Records that the thread working on the call has returned its memory.
     *
     * @return true if the release of the call was postponed.
     */
    boolean takeBack() {
        isLent = false;
        return isEndPending;
    }

    /** If a thread is working on the call, postpones the call's release and returns true. */
    boolean putOffRelease() {
        isEndPending = isLent;
        return isLent;
    }

    /** Changes the state from ANSWERED to REPLYING. Called immediately before the reply is posted. */
    void reply() {
        move(ANSWERED, REPLYING);
    }

    /** Changes the state from ARRIVED or ANSWERED to REFUSING. Called immediately before the RDMA_ERROR is posted. */
    public void refuse() {
        move(ARRIVED | ANSWERED, REFUSING);
    }

    @Override
    boolean isExpired() {
        return expired != null;
    }

    /** Changes any state to FREE. The call must not hold any resources. */
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
     * Checks that the call that a turn identifies has not yet been answered. Thread-safe.
     *
     * @return true if the call is deferred.
     */
    boolean checkUnanswered(final long turn) {
        final long now = word;
        if (now != (turn | SERVING) && now != (turn | DEFERRED)) {
            throw answeredAlready();
        }
        return now == (turn | DEFERRED);
    }

    private static IllegalStateException answeredAlready() {
        return new IllegalStateException("call has already been answered or dropped");
    }

    /** Returns true if the service holds the call that a turn identifies, without having deferred or answered it. */
    boolean isServing(final long turn) {
        return word == (turn | SERVING);
    }

    /**
     * Returns true if the call that a turn identifies has been answered, but neither a reply nor an RDMA_ERROR is being
     * sent.
     */
    boolean isAnswered(final long turn) {
        return word == (turn | ANSWERED);
    }

    /** Returns the turn, which identifies the call that a handle refers to. */
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

    /** Returns the buffer that contains the RPC message, which is either the Receive buffer or the fetched payload. */
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

    /** Returns the buffer of the reply message. Its memory must already be allocated. */
    MutableDirectBuffer replyMessage() {
        return replyPayload == null ? reply : replyPayload.bytes;
    }

    /** Records that the peer's device has acknowledged the answer. */
    public void onSent(final ByteCounts bytes) {
        if (cached != null) {
            cached.cache.acknowledge(this);
        }
        countSent(bytes);
    }

    /** Counts the bytes of the answer that was sent. */
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

    /** Releases the Receive buffer, unless it has already been released. */
    public void releaseReceive(final CallConnection connection) {
        if (receive != ReceiveArena.NONE) {
            final long released = receive;
            receive = ReceiveArena.NONE;
            connection.releaseReceive(released);
        }
    }
}
