// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.transport.connection.CallConnection;
import org.rpcrdma.transport.connection.TransportEvent;
import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.memory.Payload;
import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.transport.memory.SendBuffer;
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
public final class CallContext {
    static final int FREE = 0;
    static final int DECODING = 1;
    public static final int READING = 2;
    public static final int SERVING = 3;
    public static final int REPLYING = 4;
    public static final int REFUSING = 5;

    static final UnsafeBuffer EMPTY = new UnsafeBuffer(0, 0);
    private static final Payload[] NO_PAYLOADS = {};

    /** The place in the server's table of calls; stands in work-request ids. */
    public final int id;

    public final RpcRdmaHeader header = new RpcRdmaHeader();
    public final UnsafeBuffer received = new UnsafeBuffer(0, 0);

    /** The place of an inline reply message. */
    public final UnsafeBuffer reply = new UnsafeBuffer(0, 0);

    /** The header's Read list, once it is admitted. */
    public final ReadList reads = new ReadList();

    public final ReplyParts parts = new ReplyParts();

    /** Takes care of the call while a service has it. */
    CallOwner owner;

    public int state;

    /** The service's handle; replaced if the service may still hold it when the call has ended. */
    ServerCall handle = new ServerCall(this);

    /** The Receive buffer, or {@link ReceiveArena#NONE} when it was given back. */
    long receive;

    int receivedLength;
    Payload readPayload;
    Payload[] writePayloads = NO_PAYLOADS;
    private Payload[] inPlace = NO_PAYLOADS;
    Payload replyPayload;

    /** Bytes of payload memory that the call has, or may still take ({@link PayloadBudget}). */
    long reserved;

    /** Bytes of payload memory that the call waits for. */
    long needed;

    /** True if a send buffer is the call's, which it takes when it needs it ({@link SendBudget}). */
    boolean maySend;

    /** Says how the call is served or refused. */
    public CallVerdict verdict;

    public SendBuffer sendBuffer;
    public int sendLength;

    /** Length of the transport header that the reply will have. */
    public int replyHeaderLength;

    /** Bytes of the reply message that are not in parts of their own. */
    public int replyLength;

    /** The task that the service wants to run when everything has been given back, or null. */
    Runnable whenDone;

    /** Why the connection is to end when the answer has been sent, or null. */
    public String endReason;

    /** True if the service's answer could not be sent, and another stands in for it. */
    boolean isReplaced;

    boolean inChunk;
    boolean isPulledUp;
    public boolean invalidates;
    public int invalidatedKey;

    /** Work requests that the present transfer takes. */
    public int workRequests;

    /** Work requests of it that are posted. */
    public int posted;

    /** Chains of them that are under way. */
    public int chains;

    /** The call's event of JDK Flight Recorder; null if nobody records. */
    public TransportEvent.OfCall event;

    /** The next that waits for room in the send queue. */
    public CallContext next;

    /** The place among the connection's calls. */
    public int place;

    CallContext(final int id) {
        this.id = id;
    }

    public void begin(final CallOwner callOwner, final long receiveHandle, final int length) {
        owner = callOwner;
        receive = receiveHandle;
        receivedLength = length;
        state = DECODING;
    }

    /** Returns the buffer of the RPC message: the Receive buffer, or the pulled payload. */
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

    /** Returns the bytes of the Read list; none if there is no such list. */
    DirectBuffer readPayload() {
        return readPayload == null ? EMPTY : readPayload.bytes;
    }

    /** Returns the same bytes as an NIO buffer. */
    ByteBuffer readPayloadBuffer() {
        return readPayload == null ? ByteBuffer.allocate(0) : readPayload.buffer();
    }

    /** Returns the bytes that go into a Write chunk. */
    int writeLength(final int chunk) {
        return chunk < writePayloads.length && writePayloads[chunk] != null ? writePayloads[chunk].length() : 0;
    }

    /** Returns the bytes of the blocks that the call has. */
    long payloadBytes() {
        long bytes = bytes(readPayload) + bytes(replyPayload);
        for (final Payload payload : writePayloads) {
            bytes += bytes(payload);
        }
        return bytes;
    }

    private static long bytes(final Payload payload) {
        return payload == null || payload.block == null ? 0 : payload.block.length();
    }

    /** Returns where the reply message is written, once there is memory for it. */
    MutableDirectBuffer replyMessage() {
        return replyPayload == null ? reply : replyPayload.bytes;
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
        sendBuffer = null;
        whenDone = null;
        endReason = null;
        isReplaced = false;
        inChunk = false;
        isPulledUp = false;
        invalidates = false;
        chains = 0;
        received.wrap(0, 0);
        reply.wrap(0, 0);
        if (!handle.end()) {
            handle = new ServerCall(this);
        }
    }

    /**
     * Gives back the memory that the service has taken or named for its answer; memory for the reply message stays,
     * unmapped.
     */
    void forgetAnswer(final PayloadPool pool, final BufferMapper memory) {
        parts.release(memory);
        releaseWrites(pool, memory);
        if (replyPayload != null) {
            replyPayload.unmap(memory);
        }
    }

    void releasePayloads(final PayloadPool pool, final BufferMapper memory) {
        parts.release(memory);
        if (readPayload != null) {
            pool.give(readPayload);
            readPayload = null;
        }
        if (replyPayload != null) {
            pool.give(replyPayload);
            replyPayload = null;
        }
        releaseWrites(pool, memory);
    }

    private void releaseWrites(final PayloadPool pool, final BufferMapper memory) {
        for (int i = 0; i < writePayloads.length; i++) {
            releaseWrite(writePayloads[i], pool, memory);
            writePayloads[i] = null;
        }
    }

    private static void releaseWrite(final Payload payload, final PayloadPool pool, final BufferMapper memory) {
        if (payload == null) {
            return;
        }
        if (payload.block == null) {
            payload.unmap(memory);
        } else {
            pool.give(payload);
        }
    }

    /** Returns a payload that is memory of the service's. */
    Payload inPlace(final int chunk) {
        if (inPlace.length <= chunk) {
            inPlace = Arrays.copyOf(inPlace, chunk + 1);
        }
        if (inPlace[chunk] == null) {
            inPlace[chunk] = new Payload(null, 0);
        }
        return inPlace[chunk];
    }

    /** Returns room for the payloads of a number of Write chunks. */
    Payload[] writePayloads(final int chunks) {
        if (writePayloads.length < chunks) {
            writePayloads = Arrays.copyOf(writePayloads, chunks);
        }
        return writePayloads;
    }
}
