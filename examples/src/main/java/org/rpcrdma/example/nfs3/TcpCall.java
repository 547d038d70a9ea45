// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcConnection;
import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.wire.RpcMessage;

/**
 * A call that arrived over a stream. It has no chunks, and its service answers before returning. The object is reused
 * for the next call.
 */
final class TcpCall implements RpcCall {
    /** The {@link #replyLength()} of a dropped call, to which no reply is sent. */
    static final int DROPPED = -1;

    private static final DirectBuffer NOTHING = new UnsafeBuffer(0, 0);

    private final UnsafeBuffer message = new UnsafeBuffer(0, 0);
    private final MutableDirectBuffer reply;
    private int replyLength;
    private RpcConnection connection;

    TcpCall(final MutableDirectBuffer reply) {
        this.reply = reply;
    }

    /** Starts a call; its message has at least 4 bytes. */
    TcpCall begin(final byte[] bytes, final int length, final RpcConnection by) {
        message.wrap(bytes, 0, length);
        connection = by;
        replyLength = DROPPED;
        return this;
    }

    int replyLength() {
        return replyLength;
    }

    @Override
    public int xid() {
        return message.getInt(0, BIG_ENDIAN);
    }

    @Override
    public RpcConnection connection() {
        return connection;
    }

    @Override
    public DirectBuffer message() {
        return message;
    }

    @Override
    public int messageOffset() {
        return 0;
    }

    @Override
    public int messageLength() {
        return message.capacity();
    }

    @Override
    public int readSegmentCount() {
        return 0;
    }

    @Override
    public int readPosition(final int segment) {
        throw noChunk();
    }

    @Override
    public int readLength(final int segment) {
        throw noChunk();
    }

    @Override
    public DirectBuffer readPayload() {
        return NOTHING;
    }

    @Override
    public int readPayloadOffset(final int segment) {
        throw noChunk();
    }

    @Override
    public int writeChunkCount() {
        return 0;
    }

    @Override
    public int writeChunkCapacity(final int chunk) {
        throw noChunk();
    }

    @Override
    public boolean hasReplyChunk() {
        return false;
    }

    @Override
    public int replyChunkCapacity() {
        return 0;
    }

    @Override
    public MutableDirectBuffer replyMessage() {
        return reply;
    }

    @Override
    public void replyPart(final long address, final int length) {
        throw noMemory();
    }

    @Override
    public void replyPart(final int offset, final long address, final int length) {
        throw noMemory();
    }

    @Override
    public MutableDirectBuffer writeChunk(final int chunk, final int length) {
        throw noChunk();
    }

    @Override
    public void writeChunk(final int chunk, final long address, final int length) {
        throw noChunk();
    }

    @Override
    public void reply(final int length) {
        replyLength = length;
    }

    /** Discards the results and replies with SYSTEM_ERR. */
    void fail() {
        reply.putInt(0, xid(), BIG_ENDIAN);
        reply.putInt(4, RpcMessage.REPLY, BIG_ENDIAN);
        reply.putInt(8, RpcMessage.ACCEPTED, BIG_ENDIAN);
        reply.putLong(12, 0);
        reply.putInt(20, RpcMessage.SYSTEM_ERR, BIG_ENDIAN);
        replyLength = RpcProgram.RESULTS;
    }

    @Override
    public void refuse() {
        drop();
    }

    @Override
    public void drop() {
        replyLength = DROPPED;
    }

    @Override
    public ReverseChannel reverseChannel() {
        throw new IllegalStateException("a TCP connection does not support reverse calls");
    }

    @Override
    public void whenDone(final Runnable task) {
        throw noMemory();
    }

    /** Does nothing, because services answer TCP calls before they return. */
    @Override
    public void defer() {}

    private static IndexOutOfBoundsException noChunk() {
        return new IndexOutOfBoundsException("a TCP connection does not support chunks");
    }

    private static UnsupportedOperationException noMemory() {
        return new UnsupportedOperationException("a TCP connection cannot send from the service's memory");
    }
}
