// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.transport.connection.ByteCounts;
import org.rpcrdma.transport.connection.CallConnection;
import org.rpcrdma.transport.connection.TransportEvent;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * A call on its way through a server. It owns a Receive buffer from the message's arrival until the answer is posted,
 * the memory of its chunks and a send buffer until the answer has been sent.
 *
 * <pre>
 *                       +--> READING --+
 *                       |              v
 *   FREE --> DECODING --+---------> SERVING --> REPLYING --> FREE
 *                       |              v                      ^
 *                       +--------> REFUSING: an RDMA_ERROR ---+
 *
 *   DECODING lasts while the call waits for payload memory
 * </pre>
 */
public final class Call extends CallAnswer {
    static final int FREE = 0;
    static final int DECODING = 1;
    public static final int READING = 2;
    public static final int SERVING = 3;
    public static final int REPLYING = 4;
    public static final int REFUSING = 5;

    /** The place in the server's table of calls; stands in work-request ids. */
    public final int id;

    public final RpcRdmaHeader header = new RpcRdmaHeader();
    public final UnsafeBuffer received = new UnsafeBuffer(0, 0);

    /** The place of an inline reply message. */
    public final UnsafeBuffer reply = new UnsafeBuffer(0, 0);

    /** The Read list of an admitted call's header. */
    public final ReadList reads = new ReadList();

    /** Takes care of the call while a service has it. */
    CallOwner owner;

    public int state;

    /** The service's handle; replaced if the service may still hold it when the call has ended. */
    ServerCall handle = new ServerCall(this);

    /** The Receive buffer, or {@link ReceiveArena#NONE} when it was given back. */
    long receive;

    int receivedLength;
    /** Says how the call is served or refused. */
    public CallVerdict verdict;

    /** Work requests that the present transfer takes. */
    public int workRequests;

    /** Work requests of it that are posted. */
    public int posted;

    /** Chains of them that are under way. */
    public int chains;

    /** When the call came, its service had it, and its reply was posted; not set if nobody measures. */
    long arrivedNanos;

    long servedNanos;
    long answeredNanos;

    /** The call's event of JDK Flight Recorder; null if nobody records. */
    public TransportEvent.OfCall event;

    /** The connection while the Read list is fetched, since when, and its neighbours ({@link ReadTimeouts}). */
    CallConnection reading;

    long readingSince;
    Call readBefore;
    Call readBehind;

    /** The next that waits for room in the send queue. */
    public Call next;

    /** The place among the connection's calls. */
    public int place;

    Call(final int id) {
        this.id = id;
    }

    public void begin(final CallOwner callOwner, final long receiveHandle, final int length) {
        owner = callOwner;
        receive = receiveHandle;
        receivedLength = length;
        state = DECODING;
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

    /** Counts the bytes of the answer, which was sent. */
    public void countSent(final ByteCounts traffic) {
        if (state == REFUSING) {
            traffic.inlineSent += sendLength;
            return;
        }
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            traffic.writeChunks += writeLength(chunk);
        }
        final int message = replyLength + (isPulledUp ? 0 : parts.bytes());
        traffic.replyChunks += inChunk ? message : 0;
        traffic.inlineSent += replyHeaderLength + (inChunk ? 0 : message);
    }

    /** Gives back the Receive buffer, if the call still has it. */
    public void releaseReceive(final CallConnection connection) {
        if (receive != ReceiveArena.NONE) {
            final long handle = receive;
            receive = ReceiveArena.NONE;
            connection.releaseReceive(handle);
        }
    }

    /** The call is free; whatever it had was given back. */
    void end() {
        state = FREE;
        owner = null;
        endAnswer();
        chains = 0;
        received.wrap(0, 0);
        reply.wrap(0, 0);
        if (!handle.end()) {
            handle = new ServerCall(this);
        }
    }
}
