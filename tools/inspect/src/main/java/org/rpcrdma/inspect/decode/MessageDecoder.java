// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.decode;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.collections.IntHashSet;
import org.rpcrdma.capture.CaptureCounts;
import org.rpcrdma.capture.CaptureListener;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.capture.CapturedWholeness;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Decodes every Send in a capture as an RPC-over-RDMA message and passes it to a {@link MessageFormat}.
 *
 * <p>Other messages supply the fields that a Send lacks. A reply's program and procedure come from its call. The RPC
 * words of a reply in a Reply chunk come from the preceding RDMA WRITE. The RPC words of a call in a Position-Zero Read
 * chunk come from the response to the following RDMA READ. Not thread-safe.
 */
public final class MessageDecoder implements CaptureListener {
    /** The length of a call, in bytes, up to and including the procedure. */
    private static final int CALL_WORDS = 24;

    private final MessageFormat format;
    private final DecodedMessage decoded = new DecodedMessage();
    private final RpcMessage rpc = new RpcMessage();
    private final CallTable calls = new CallTable();
    /** The RPC words of Reply chunks; null until the first RDMA WRITE. */
    private ChunkStarts written;

    private ChunkStarts unread;
    private final IntHashSet connections = new IntHashSet();
    private int status;
    private long callCount;
    private long replyCount;
    private long errorCount;
    private long otherCount;
    private long retransmittedCount;
    private long refusedCount;
    private long passedOverCount;
    private long cutCount;
    private long partialCount;

    public MessageDecoder(final MessageFormat format) {
        this.format = format;
    }

    /** Returns the number of valid messages decoded so far. */
    public long messages() {
        return callCount + replyCount + errorCount + otherCount;
    }

    /** Returns the transport header, wrapped around the latest Send. */
    public RpcRdmaHeader header() {
        return decoded.header;
    }

    /** Returns the {@link HeaderStatus} of the header. */
    public int headerStatus() {
        return status;
    }

    /** Returns the number of connections with messages. */
    public int connections() {
        return connections.size();
    }

    public String totals(final CaptureCounts counts) {
        return messages() + " messages: " + callCount + " calls, " + replyCount + " replies, " + errorCount
                + " errors, "
                + otherCount + " other; " + retransmittedCount + " retransmitted, " + refusedCount + " refused, "
                + (counts.incompleteSends() + cutCount) + " incomplete; " + connections() + " connections, "
                + counts.frames()
                + " frames, " + counts.gaps() + " gaps"
                + (partialCount == 0 ? "" : "; " + partialCount + " connections are incomplete in the capture")
                + (passedOverCount == 0 ? "" : "; " + passedOverCount + " SENDs of another protocol");
    }

    @Override
    public void onSend(final CapturedMessage send) {
        decoded.begin(send);
        status = decoded.header.wrap(send.buffer(), send.offset(), send.length());
        if (status == HeaderStatus.VALID) {
            connections.add(send.connection());
            decode(send);
            count(send);
            format.message(decoded);
        } else if (send.isCut()) {
            cutCount++;
        } else if (connections.contains(send.connection())) {
            refusedCount++;
            format.refused(decoded, status);
        } else {
            passedOverCount++;
        }
    }

    @Override
    public void onWholeness(final CapturedWholeness wholeness) {
        partialCount += connections.contains(wholeness.connection()) && !wholeness.isWhole() ? 1 : 0;
    }

    @Override
    public void onRdmaWrite(final CapturedMessage write) {
        if (write.startsTransfer()) {
            written = written == null ? new ChunkStarts() : written;
            written.putWords(write);
        }
    }

    @Override
    public void onRdmaRead(final CapturedMessage read) {
        if (unread == null || !read.startsTransfer()) {
            return;
        }
        final int slot = unread.find(read.connection(), read.rkey(), read.address());
        final int at = read.offset();
        if (slot >= 0
                && read.length() >= CALL_WORDS
                && read.buffer().getInt(at, BIG_ENDIAN) == (int) unread.value(slot)) {
            final int program = read.buffer().getInt(at + 12, BIG_ENDIAN);
            final int version = read.buffer().getInt(at + 16, BIG_ENDIAN);
            final int procedure = read.buffer().getInt(at + 20, BIG_ENDIAN);
            final int call = calls.find(unread.value(slot));
            if (call >= 0) {
                calls.name(call, program, version, procedure, CompoundNames.UNKNOWN);
            }
        }
    }

    private void decode(final CapturedMessage send) {
        switch (decoded.header.procedure()) {
            case RpcRdmaHeader.RDMA_MSG, RpcRdmaHeader.RDMA_MSGP -> inline(send);
            case RpcRdmaHeader.RDMA_NOMSG -> chunked(send);
            case RpcRdmaHeader.RDMA_ERROR -> answer(send);
            default -> {
                // The message consists only of a header.
            }
        }
    }

    private void inline(final CapturedMessage send) {
        final int headerLength = decoded.header.headerLength();
        final int status = rpc.wrap(send.buffer(), send.offset() + headerLength, send.length() - headerLength);
        // Only the printed words must be valid. The bytes that follow them are not checked.
        final boolean words =
                status == HeaderStatus.VALID || status == HeaderStatus.TRUNCATED || status == HeaderStatus.BAD_AUTH;
        if (!words || rpc.xid() != decoded.header.xid()) {
            return;
        }
        decoded.type(rpc.messageType());
        if (rpc.messageType() == RpcMessage.CALL) {
            final int body = send.offset() + headerLength + rpc.bodyOffset();
            final int operation = status == HeaderStatus.VALID
                    ? CompoundNames.operation(rpc, send.buffer(), body, send.offset() + send.length())
                    : CompoundNames.UNKNOWN;
            decoded.program(rpc.program(), rpc.programVersion(), rpc.procedure(), operation);
            calls.name(begin(send), rpc.program(), rpc.programVersion(), rpc.procedure(), operation);
        } else {
            if (status == HeaderStatus.VALID) {
                decoded.status(rpc.replyStatus() == RpcMessage.ACCEPTED, rpc.detailStatus());
            }
            answer(send);
        }
    }

    /**
     * Handles an RPC message in a chunk. A call's chunk will be read later; a reply's chunk has already been written.
     */
    private void chunked(final CapturedMessage send) {
        final RpcRdmaHeader header = decoded.header;
        if (header.readSegmentCount() > 0) {
            decoded.type(RpcMessage.CALL);
            begin(send);
            final long call = CallTable.key(send.connection(), send.side(), header.xid());
            unread = unread == null ? new ChunkStarts() : unread;
            unread.put(send.connection(), header.readHandle(0), header.readOffset(0), call);
            return;
        }
        if (written != null && header.replySegmentCount() > 0) {
            final int slot = written.find(send.connection(), header.replyHandle(0), header.replyOffset(0));
            final long words = slot < 0 ? 0 : written.value(slot);
            if (slot >= 0 && (int) (words >>> 32) == header.xid() && (int) words == RpcMessage.REPLY) {
                decoded.type(RpcMessage.REPLY);
            }
        }
        answer(send);
    }

    /** Adds a call. A retransmitted call keeps the time of its first transmission. */
    private int begin(final CapturedMessage send) {
        final long key = CallTable.key(send.connection(), send.side(), decoded.header.xid());
        final int known = send.retransmitted() ? calls.find(key) : RecentKeys.NONE;
        return known >= 0 ? known : calls.begin(key, send.frameNumber(), send.relativeNanos(), decoded.segments());
    }

    private void answer(final CapturedMessage reply) {
        final int slot = calls.find(CallTable.key(reply.connection(), 1 - reply.side(), decoded.header.xid()));
        if (slot >= 0) {
            calls.answer(slot, decoded);
            calls.end(slot);
        }
    }

    private void count(final CapturedMessage send) {
        retransmittedCount += send.retransmitted() ? 1 : 0;
        if (decoded.header.procedure() == RpcRdmaHeader.RDMA_ERROR) {
            errorCount++;
        } else if (decoded.type() == RpcMessage.CALL) {
            callCount++;
        } else if (decoded.type() == RpcMessage.REPLY) {
            replyCount++;
        } else {
            otherCount++;
        }
    }
}
