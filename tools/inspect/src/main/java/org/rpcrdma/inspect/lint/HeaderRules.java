// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.util.List;
import java.util.Locale;
import org.rpcrdma.capture.CapturedMessage;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcRdmaHeader;

/** The rules that apply to a single message. */
record HeaderRules(Findings findings) {
    private static final int ROUND = 4;
    /** The maximum length of an RDMA READ or WRITE (InfiniBand Architecture Specification, volume 1, section 9.2). */
    private static final long MAX_MESSAGE = 1L << 31;

    /** Reports an invalid header. */
    void refused(final RpcRdmaHeader header, final int status, final int length) {
        switch (status) {
            case HeaderStatus.BAD_VERSION ->
                findings.found(LintRule.VERSION, "version=" + Integer.toUnsignedString(header.version()));
            case HeaderStatus.BAD_PROCEDURE ->
                findings.found(LintRule.PROCEDURE, "procedure=" + Integer.toUnsignedString(header.procedure()));
            case HeaderStatus.BAD_CODE ->
                findings.found(LintRule.ERROR_FORM, "code=" + Integer.toUnsignedString(header.errorCode()));
            default -> {
                final boolean isError = header.procedure() == RpcRdmaHeader.RDMA_ERROR;
                findings.found(
                        isError ? LintRule.ERROR_FORM : LintRule.MALFORMED,
                        "header is " + HeaderStatus.nameOf(status) + ": length=" + length);
            }
        }
    }

    /** Reports the errors in a message with a complete header. */
    void check(final CapturedMessage send, final RpcRdmaHeader header) {
        switch (header.procedure()) {
            case RpcRdmaHeader.RDMA_MSG -> inline(send, header);
            case RpcRdmaHeader.RDMA_NOMSG -> chunked(send, header);
            case RpcRdmaHeader.RDMA_ERROR -> error(header);
            default ->
                findings.found(
                        LintRule.OBSOLETE_PROCEDURE,
                        header.procedure() == RpcRdmaHeader.RDMA_MSGP ? "procedure=RDMA_MSGP" : "procedure=RDMA_DONE");
        }
    }

    private void inline(final CapturedMessage send, final RpcRdmaHeader header) {
        final int length = send.wireLength() - header.headerLength();
        final int at = send.offset() + header.headerLength();
        if (length < 2 * Integer.BYTES) {
            findings.found(LintRule.MALFORMED, "RDMA_MSG without an RPC message: inline=" + length);
            return;
        }
        if (send.length() - header.headerLength() < 2 * Integer.BYTES) {
            return;
        }
        final int xid = send.buffer().getInt(at, BIG_ENDIAN);
        final int type = send.buffer().getInt(at + Integer.BYTES, BIG_ENDIAN);
        if (xid != header.xid()) {
            findings.found(LintRule.XID, String.format(Locale.ROOT, "header=%08x rpc=%08x", header.xid(), xid));
        }
        if (type != 0 && type != 1) {
            findings.found(LintRule.MALFORMED, "RPC message type=" + Integer.toUnsignedString(type));
        }
        if (length % ROUND != 0) {
            findings.found(LintRule.XDR_ROUNDUP, "inline RPC message: length=" + length);
        }
        positions(header, length);
    }

    /** Checks positions, which refer to the RPC message before its chunks were removed. */
    private void positions(final RpcRdmaHeader header, final long inline) {
        long before = 0;
        long chunk = 0;
        long last = 0;
        for (int i = 0; i < header.readSegmentCount(); i++) {
            final long position = header.readPosition(i);
            if (position == 0) {
                findings.found(LintRule.NOMSG, "RDMA_MSG with a Position-Zero Read chunk");
                return;
            }
            if (i > 0 && position != last) {
                before += chunk + ROUND - 1 & -ROUND;
                chunk = 0;
            }
            if (position % ROUND != 0 || position < last || position - before > inline) {
                findings.found(
                        LintRule.READ_POSITION,
                        "position=" + position + " last=" + last + " inline=" + inline + " chunks_before=" + before);
                return;
            }
            chunk += header.readLength(i);
            last = position;
        }
    }

    /** Reports the errors in the chunks that a call offers. */
    void offered(final OutstandingCall call) {
        int emptyChunks = 0;
        for (final List<OfferedSegment> chunk : call.writeChunks) {
            emptyChunks += chunk.isEmpty() ? 1 : 0;
        }
        final boolean isReplyChunkEmpty = call.replyChunk != null && call.replyChunk.isEmpty();
        if (emptyChunks > 0 || isReplyChunkEmpty) {
            findings.found(
                    LintRule.EMPTY_CHUNK,
                    "write_chunks=" + emptyChunks + " reply_chunks=" + (isReplyChunkEmpty ? 1 : 0)
                            + " without segments");
        }
        for (final OfferedSegment segment : call.segments) {
            if (segment.length > MAX_MESSAGE
                    || Long.compareUnsigned(segment.offset + segment.length, segment.offset) < 0) {
                findings.found(LintRule.SEGMENT_SIZE, segment.toString());
                return;
            }
        }
    }

    private void chunked(final CapturedMessage send, final RpcRdmaHeader header) {
        final int rest = send.wireLength() - header.headerLength();
        if (rest > 0) {
            findings.found(LintRule.NOMSG, "RDMA_NOMSG with bytes after its header: bytes=" + rest);
        }
        if (header.readSegmentCount() == 0) {
            chunkedReply(header);
        } else {
            chunkedCall(header);
        }
    }

    private void chunkedCall(final RpcRdmaHeader header) {
        long length = 0;
        for (int i = 0; i < header.readSegmentCount(); i++) {
            length += header.readPosition(i) == 0 ? header.readLength(i) : 0;
        }
        if (header.readPosition(0) != 0) {
            findings.found(
                    LintRule.NOMSG,
                    "RDMA_NOMSG whose first Read chunk does not contain its message: position="
                            + header.readPosition(0));
        } else if (length % ROUND != 0) {
            findings.found(LintRule.XDR_ROUNDUP, "RPC message in the Position-Zero Read chunk: length=" + length);
        }
    }

    private void chunkedReply(final RpcRdmaHeader header) {
        long length = 0;
        for (int i = 0; i < header.replySegmentCount(); i++) {
            length += header.replyLength(i);
        }
        if (!header.hasReplyChunk()) {
            findings.found(LintRule.NOMSG, "RDMA_NOMSG without a Position-Zero Read chunk and without a Reply chunk");
        } else if (length % ROUND != 0) {
            findings.found(LintRule.XDR_ROUNDUP, "RPC message in the Reply chunk: length=" + length);
        }
    }

    private void error(final RpcRdmaHeader header) {
        if (header.errorCode() == RpcRdmaHeader.ERR_VERS && header.lowestVersion() > header.highestVersion()) {
            findings.found(
                    LintRule.ERROR_FORM,
                    "ERR_VERS: lowest=" + header.lowestVersion() + " highest=" + header.highestVersion());
        }
    }
}
