/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.transport;

import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * A call on its way through a server. It owns a Receive buffer from the message's arrival until the answer is posted, the
 * memory of its chunks and a send buffer until the answer has been sent.
 *
 * <pre>
 *                       +--> READING --+
 *                       |              v
 *   FREE --> DECODING --+---------> SERVING --> REPLYING --> FREE
 *                       |                                     ^
 *                       +--> REFUSING: an RDMA_ERROR ---------+
 * </pre>
 */
final class CallContext implements RpcCall {
    static final int FREE = 0;
    static final int DECODING = 1;
    static final int READING = 2;
    static final int SERVING = 3;
    static final int REPLYING = 4;
    static final int REFUSING = 5;

    private static final UnsafeBuffer EMPTY = new UnsafeBuffer(0, 0);
    private static final int[] NO_OFFSETS = {};
    private static final Payload[] NO_PAYLOADS = {};

    /** The place in the server's table of calls; stands in work-request ids. */
    final int id;

    final RpcRdmaHeader header = new RpcRdmaHeader();
    final UnsafeBuffer received = new UnsafeBuffer(0, 0);
    final UnsafeBuffer reply = new UnsafeBuffer(0, 0);
    ServerConnection connection;
    int state;

    /** The Receive buffer, or {@link org.rpcrdma.arena.ReceiveArena#NONE} when it was given back. */
    long handle;

    int receivedLength;
    int[] readOffsets = NO_OFFSETS;
    Payload readPayload;
    Payload[] writePayloads = NO_PAYLOADS;
    Payload replyPayload;
    SendBuffer sendBuffer;
    int sendLength;

    /** Length of the transport header that the reply will have. */
    int replyHeaderLength;

    int replyLength;
    boolean invalidates;
    int invalidatedKey;

    /** Work requests that the present transfer takes. */
    int workRequests;

    /** The next that waits for room in the send queue. */
    CallContext next;

    /** The place among the connection's calls. */
    int place;

    CallContext(final int id) {
        this.id = id;
    }

    @Override
    public int xid() {
        checkServing();
        return header.xid();
    }

    @Override
    public DirectBuffer message() {
        return isInline() ? received : readPayload();
    }

    @Override
    public int messageOffset() {
        return isInline() ? header.headerLength() : 0;
    }

    @Override
    public int messageLength() {
        return isInline() ? receivedLength - header.headerLength() : ReadPuller.positionZeroLength(header);
    }

    @Override
    public int readSegmentCount() {
        checkServing();
        return header.readSegmentCount();
    }

    @Override
    public int readPosition(final int segment) {
        checkServing();
        return (int) header.readPosition(segment);
    }

    @Override
    public int readLength(final int segment) {
        checkServing();
        return (int) header.readLength(segment);
    }

    @Override
    public DirectBuffer readPayload() {
        checkServing();
        return readPayload == null ? EMPTY : readPayload.bytes;
    }

    @Override
    public int readPayloadOffset(final int segment) {
        checkServing();
        if (segment < 0 || segment >= header.readSegmentCount()) {
            throw new IndexOutOfBoundsException(
                    "no such read segment: index=" + segment + " count=" + header.readSegmentCount());
        }
        return readOffsets[segment];
    }

    @Override
    public int writeChunkCount() {
        checkServing();
        return header.writeChunkCount();
    }

    @Override
    public int writeChunkCapacity(final int chunk) {
        checkServing();
        return connection.limits().writeCapacity(header, chunk);
    }

    @Override
    public boolean hasReplyChunk() {
        checkServing();
        return header.hasReplyChunk();
    }

    @Override
    public int replyChunkCapacity() {
        checkServing();
        return connection.limits().replyCapacity(header);
    }

    @Override
    public MutableDirectBuffer replyMessage() {
        checkServing();
        return connection.replyMessage(this);
    }

    @Override
    public MutableDirectBuffer writeChunk(final int chunk, final int length) {
        final int capacity = writeChunkCapacity(chunk);
        if (length < 0 || length > capacity) {
            throw new IllegalArgumentException(
                    "length is not within the Write chunk: length=" + length + " capacity=" + capacity);
        }
        if (writePayloads.length <= chunk) {
            writePayloads = Arrays.copyOf(writePayloads, chunk + 1);
        }
        if (writePayloads[chunk] != null) {
            throw new IllegalStateException("Write chunk was asked for before: chunk=" + chunk);
        }
        if (length == 0) {
            return EMPTY;
        }
        writePayloads[chunk] = connection.takePayload(length);
        return writePayloads[chunk].bytes;
    }

    @Override
    public void reply(final int length) {
        checkServing();
        connection.reply(this, length);
    }

    @Override
    public void drop() {
        checkServing();
        connection.drop(this);
    }

    private boolean isInline() {
        checkServing();
        return header.procedure() == RpcRdmaHeader.RDMA_MSG;
    }

    /** Bytes that go into a Write chunk. */
    int writeLength(final int chunk) {
        return chunk < writePayloads.length && writePayloads[chunk] != null ? writePayloads[chunk].length() : 0;
    }

    void begin(final ServerConnection owner, final long receiveHandle, final int length) {
        connection = owner;
        handle = receiveHandle;
        receivedLength = length;
        state = DECODING;
    }

    /** The call is free; whatever it had was given back. */
    void end() {
        state = FREE;
        connection = null;
        sendBuffer = null;
        invalidates = false;
        received.wrap(0, 0);
        reply.wrap(0, 0);
    }

    void releasePayloads(final PayloadPool pool) {
        if (readPayload != null) {
            pool.give(readPayload);
            readPayload = null;
        }
        if (replyPayload != null) {
            pool.give(replyPayload);
            replyPayload = null;
        }
        for (int i = 0; i < writePayloads.length; i++) {
            if (writePayloads[i] != null) {
                pool.give(writePayloads[i]);
                writePayloads[i] = null;
            }
        }
    }

    private void checkServing() {
        if (state != SERVING) {
            throw new IllegalStateException("call was answered or dropped already");
        }
    }
}
