// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import java.util.List;
import java.util.function.IntFunction;
import org.rpcrdma.wire.RpcRdmaHeader;

/** The rules that a reply keeps or breaks given the segments that its call offered. */
final class ReplyRules {
    private final Findings findings;
    private RpcRdmaHeader header;

    ReplyRules(final Findings findings) {
        this.findings = findings;
    }

    /**
     * Reports the errors of a reply to a known call.
     *
     * @param isWhole true if the capture holds all that was written.
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
            final int chunk = i;
            chunk(
                    LintRule.WRITE_LIST_RETURNED,
                    "write chunk " + chunk,
                    call.writeChunks.get(chunk),
                    header.writeSegmentCount(chunk),
                    segment -> OfferedSegment.returned(
                            header.writeHandle(chunk, segment),
                            header.writeOffset(chunk, segment),
                            header.writeLength(chunk, segment)),
                    isWhole);
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
        chunk(
                LintRule.REPLY_CHUNK_RETURNED,
                "reply chunk",
                call.replyChunk,
                header.replySegmentCount(),
                segment -> OfferedSegment.returned(
                        header.replyHandle(segment), header.replyOffset(segment), header.replyLength(segment)),
                isWhole);
    }

    private void chunk(
            final LintRule rule,
            final String name,
            final List<OfferedSegment> offered,
            final int count,
            final IntFunction<OfferedSegment> returned,
            final boolean isWhole) {
        if (count != offered.size()) {
            findings.found(rule, name + ": segments returned=" + count + " offered=" + offered.size());
            return;
        }
        boolean isEnded = false;
        for (int i = 0; i < count; i++) {
            final OfferedSegment now = returned.apply(i);
            final OfferedSegment then = offered.get(i);
            final String where = name + " segment " + i + ": ";
            if (now.handle != then.handle || now.offset != then.offset) {
                findings.found(rule, where + "returned " + now + " offered " + then);
                return;
            }
            if (now.length > then.length) {
                findings.found(LintRule.CHUNK_LENGTH, where + "returned=" + now.length + " offered=" + then.length);
            } else if (isEnded && now.length > 0) {
                findings.found(
                        LintRule.CHUNK_FILL, where + "length=" + now.length + " behind a segment that is not full");
            } else if (isWhole && now.length != then.written) {
                findings.found(LintRule.CHUNK_WRITTEN, where + "returned=" + now.length + " written=" + then.written);
            }
            isEnded |= now.length < then.length;
        }
    }
}
