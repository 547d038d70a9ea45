// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import java.util.List;
import org.rpcrdma.wire.RpcRdmaHeader;

/** The rules that apply to a reply and the segments that its call offered. */
final class ReplyRules {
    /** The index of the Reply chunk. The chunks in the Write list have indexes from 0. */
    private static final int REPLY = -1;

    private final Findings findings;
    private RpcRdmaHeader header;

    ReplyRules(final Findings findings) {
        this.findings = findings;
    }

    /**
     * Reports the errors in the reply to a known call.
     *
     * @param isWhole true if all RDMA WRITEs were captured.
     */
    void check(final OutstandingCall call, final RpcRdmaHeader reply, final boolean isWhole) {
        header = reply;
        if (reply.readSegmentCount() > 0) {
            findings.found(LintRule.READ_LIST_IN_REPLY, "read_segments=" + reply.readSegmentCount());
        }
        writeList(call, isWhole);
        replyChunk(call, isWhole);
    }

    private void writeList(final OutstandingCall call, final boolean isWhole) {
        final int offered = call.writeChunks.size();
        if (header.writeChunkCount() != offered) {
            findings.found(
                    LintRule.WRITE_LIST_RETURNED,
                    "write chunks: returned=" + header.writeChunkCount() + " offered=" + offered);
            return;
        }
        for (int i = 0; i < offered; i++) {
            chunk(LintRule.WRITE_LIST_RETURNED, i, call.writeChunks.get(i), header.writeSegmentCount(i), isWhole);
        }
    }

    private void replyChunk(final OutstandingCall call, final boolean isWhole) {
        if (!header.hasReplyChunk()) {
            if (header.procedure() == RpcRdmaHeader.RDMA_NOMSG) {
                return;
            }
            if (call.replyChunk != null) {
                findings.found(LintRule.REPLY_CHUNK_RETURNED, "reply chunk: returned=0 offered=1");
            }
            return;
        }
        if (call.replyChunk == null) {
            findings.found(LintRule.REPLY_CHUNK_RETURNED, "reply chunk: returned=1 offered=0");
            return;
        }
        chunk(LintRule.REPLY_CHUNK_RETURNED, REPLY, call.replyChunk, header.replySegmentCount(), isWhole);
    }

    private void chunk(
            final LintRule rule,
            final int chunk,
            final List<OfferedSegment> offered,
            final int count,
            final boolean isWhole) {
        if (count != offered.size()) {
            findings.found(rule, name(chunk) + ": segments returned=" + count + " offered=" + offered.size());
            return;
        }
        boolean isEnded = false;
        for (int i = 0; i < count; i++) {
            final OfferedSegment then = offered.get(i);
            final int handle = chunk == REPLY ? header.replyHandle(i) : header.writeHandle(chunk, i);
            final long offset = chunk == REPLY ? header.replyOffset(i) : header.writeOffset(chunk, i);
            final long length = chunk == REPLY ? header.replyLength(i) : header.writeLength(chunk, i);
            if (handle != then.handle || offset != then.offset) {
                findings.found(
                        rule,
                        where(chunk, i) + "returned " + OfferedSegment.words(handle, offset, length) + " offered "
                                + then);
                return;
            }
            if (length > then.length) {
                findings.found(
                        LintRule.CHUNK_LENGTH, where(chunk, i) + "returned=" + length + " offered=" + then.length);
            } else if (isEnded && length > 0) {
                findings.found(
                        LintRule.CHUNK_FILL,
                        where(chunk, i) + "length=" + length + " after a segment that is not full");
            } else if (isWhole && length != then.written) {
                findings.found(
                        LintRule.CHUNK_WRITTEN, where(chunk, i) + "returned=" + length + " written=" + then.written);
            }
            isEnded |= length < then.length;
        }
    }

    private static String name(final int chunk) {
        return chunk == REPLY ? "reply chunk" : "write chunk " + chunk;
    }

    private static String where(final int chunk, final int segment) {
        return name(chunk) + " segment " + segment + ": ";
    }
}
