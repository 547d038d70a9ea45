// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.transport.CallFailedException;
import org.rpcrdma.transport.OpaqueData;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.XdrReader;

/** A reply in its Receive buffer. It has been checked against the chunks that its call offered. */
public final class ReceivedReply implements RpcReply {
    private final ReplyOffer offer;
    private final RpcRdmaHeader header = new RpcRdmaHeader();
    private final UnsafeBuffer bytes = new UnsafeBuffer(0, 0);
    private final UnsafeBuffer chunk = new UnsafeBuffer(0, 0);
    private final RpcMessage rpc = new RpcMessage();
    private final XdrReader results = new XdrReader();
    private long handle = ReceiveArena.NONE;
    private int status = HeaderStatus.TOO_SHORT;
    private String failure;

    /** The view that {@link #data()} returns. The next field is the number of data items read so far. */
    private final OpaqueData data = new OpaqueData();

    private final UnsafeBuffer result = new UnsafeBuffer(0, 0);
    private int dataRead;

    /** True if the caller has started to read the results. */
    private boolean isReading;

    public ReceivedReply(final ReplyOffer offer) {
        this.offer = offer;
    }

    public void begin(final long receiveHandle, final long address, final int length) {
        handle = receiveHandle;
        bytes.wrap(address, length);
        status = header.wrap(bytes, 0, length);
        failure = judge();
        isReading = false;
    }

    private String judge() {
        if (status != HeaderStatus.VALID) {
            return "the reply's header is invalid: " + HeaderStatus.nameOf(status);
        }
        return switch (header.procedure()) {
            case RpcRdmaHeader.RDMA_MSG, RpcRdmaHeader.RDMA_NOMSG ->
                offer.admits(header) ? null : "the reply's chunk lists do not match the offered lists";
            case RpcRdmaHeader.RDMA_ERROR -> error();
            default -> "the message is not a reply: procedure=" + header.procedure();
        };
    }

    private String error() {
        if (header.errorCode() == RpcRdmaHeader.ERR_VERS) {
            return "the peer answered ERR_VERS: lowest=" + header.lowestVersion() + " highest="
                    + header.highestVersion();
        }
        return ReplyHandler.REFUSED;
    }

    public void end() {
        handle = ReceiveArena.NONE;
        bytes.wrap(0, 0);
        status = HeaderStatus.TOO_SHORT;
    }

    public long handle() {
        return handle;
    }

    /** Returns the reason why the message is not a valid reply, or null if it is valid. */
    public String failure() {
        return failure;
    }

    /** Returns true if the header is valid, so that the credits in it can be used. */
    public boolean isWellFormed() {
        return status == HeaderStatus.VALID;
    }

    public long credits() {
        return header.credits();
    }

    @Override
    public int xid() {
        checkPresent();
        return header.xid();
    }

    @Override
    public XdrReader results() {
        if (!inReplyChunk()) {
            return results(bytes, header.headerLength(), messageLength());
        }
        final long address = offer.replyAddress();
        if (address == 0) {
            throw new IllegalStateException("the reply is in the caller's own segments");
        }
        chunk.wrap(address, replyChunkLength());
        return results(chunk, 0, chunk.capacity());
    }

    @Override
    public OpaqueData data() {
        checkPresent();
        if (!isReading) {
            results();
        }
        final int index = dataRead;
        final int inChunk = index < offer.writeChunks() ? writeChunkLength(index) : 0;
        if (inChunk > 0) {
            inResult(index, inChunk);
        } else {
            final int at = results.skipOpaque(Integer.MAX_VALUE);
            data.wrap(results.buffer(), at, results.opaqueLength(), results.position());
        }
        dataRead = index + 1;
        return data;
    }

    private void inResult(final int index, final int inChunk) {
        final int length = results.getInt();
        if (length < 0 || length > inChunk || inChunk - length >= Integer.BYTES) {
            throw new XdrReader.Malformed(
                    "opaque and its Write chunk have different lengths: length=" + length + " writeChunk=" + inChunk);
        }
        final long address = offer.resultAddress(index);
        if (address == 0) {
            throw new IllegalStateException("the result is in the caller's own segments: result=" + index);
        }
        result.wrap(address, length);
        data.wrap(result, 0, length, results.position());
    }

    @Override
    public void checkCarriedOut() {
        if (!inReplyChunk() || offer.replyAddress() != 0) {
            results();
        }
    }

    private XdrReader results(final DirectBuffer reply, final int offset, final int length) {
        final int outcome = rpc.wrap(reply, offset, length);
        final int begin = offset + rpc.bodyOffset();
        final boolean isReply = outcome == HeaderStatus.VALID && rpc.messageType() == RpcMessage.REPLY;
        if (isReply && rpc.xid() == xid() && rpc.replyStatus() == RpcMessage.ACCEPTED && rpc.detailStatus() == 0) {
            isReading = true;
            dataRead = 0;
            return results.wrap(reply, begin, offset + length);
        }
        final int why =
                offset + length - begin >= Integer.BYTES ? reply.getInt(begin, BIG_ENDIAN) : CallFailedException.NONE;
        throw CallFailedException.of(outcome, rpc, why, xid(), offer.remote());
    }

    @Override
    public DirectBuffer message() {
        checkPresent();
        return bytes;
    }

    @Override
    public int messageOffset() {
        checkPresent();
        return header.headerLength();
    }

    @Override
    public int messageLength() {
        return inReplyChunk() ? 0 : bytes.capacity() - header.headerLength();
    }

    @Override
    public boolean inReplyChunk() {
        checkPresent();
        return header.procedure() == RpcRdmaHeader.RDMA_NOMSG;
    }

    @Override
    public int replyChunkLength() {
        long length = 0;
        if (inReplyChunk()) {
            for (int i = 0; i < header.replySegmentCount(); i++) {
                length += header.replyLength(i);
            }
        }
        return (int) Math.min(length, Integer.MAX_VALUE);
    }

    @Override
    public int writeChunkLength(final int chunk) {
        checkPresent();
        final int chunks = offer.writeChunks();
        if (chunk < 0 || chunk >= chunks) {
            throw new IndexOutOfBoundsException("no such Write chunk: index=" + chunk + " count=" + chunks);
        }
        long length = 0;
        if (chunk < header.writeChunkCount()) {
            for (int i = 0; i < header.writeSegmentCount(chunk); i++) {
                length += header.writeLength(chunk, i);
            }
        }
        return (int) Math.min(length, Integer.MAX_VALUE);
    }

    /** Returns the number of bytes that arrived in Write chunks. */
    public long writeChunkBytes() {
        long length = 0;
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            length += writeChunkLength(chunk);
        }
        return length;
    }

    private void checkPresent() {
        if (handle == ReceiveArena.NONE) {
            throw new IllegalStateException("reply is no longer valid");
        }
    }
}
