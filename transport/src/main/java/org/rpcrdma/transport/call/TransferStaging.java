// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.memory.MappedRange;
import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.SendRequests;

/**
 * Stages the transfers of calls: the WRITEs and the Send of an answer ({@link ReplySender}), and the READs that pull a
 * Read list into one stretch of payload memory, one READ per segment.
 *
 * <pre>
 *   RDMA_MSG     | segments in the order of their positions |
 *   RDMA_NOMSG   | Position-Zero segments: the message | the others, in that order |
 * </pre>
 */
public final class TransferStaging {
    private final PayloadPool payloads;
    private final BufferMapper mapper;
    private final TransferWindow window;
    private final ReplySender replies;

    /**
     * @param payloads    memory of chunks.
     * @param chain       the chain that transfers are staged in.
     * @param maxElements elements of one request at most.
     */
    public TransferStaging(
            final PayloadPool payloads,
            final SendRequests chain,
            final int maxElements,
            final boolean shortRepliesInline) {
        this.payloads = payloads;
        mapper = payloads.mapper();
        window = new TransferWindow(chain, maxElements);
        replies = new ReplySender(window, mapper, payloads, shortRepliesInline);
    }

    /**
     * Takes and maps the memory that a call's admitted Read list needs.
     *
     * @return true if there is anything to pull.
     */
    public boolean prepareReads(final Call call) {
        final int bytes = (int) call.reads.bytes();
        if (bytes == 0) {
            return false;
        }
        call.readPayload = payloads.take(bytes);
        call.readPayload.map(mapper, DmaDirection.FROM_DEVICE);
        call.workRequests = requests(call.reads);
        return true;
    }

    private static int requests(final ReadList reads) {
        int requests = 0;
        for (int i = 0; i < reads.count(); i++) {
            requests += reads.length(i) > 0 ? 1 : 0;
        }
        return requests;
    }

    private void stageReads(final Call call) {
        final ReadList reads = call.reads;
        final MappedRange range = call.readPayload.range();
        for (int i = 0; i < reads.count(); i++) {
            final int length = (int) reads.length(i);
            if (length > 0) {
                window.read(reads.remoteAddress(i), reads.handle(i));
                window.element(range.iova + reads.offset(i), length, range.lkey);
            }
        }
    }

    /** Unmaps the pulled payload. */
    public void finishReads(final Call call) {
        call.readPayload.unmap(mapper);
    }

    /** Decides how a reply goes, and maps the memory that it goes out of, unless that is the send buffer. */
    public void prepareReply(final Call call, final int messageLength, final int inlineRoom) {
        replies.prepare(call, messageLength, inlineRoom);
    }

    /** Stages the next requests of a call's transfer, which the call's state names; returns their chain. */
    public SendRequests stage(final Call call, final int count) {
        window.open(call, count);
        if (call.isReading()) {
            stageReads(call);
        } else if (call.isReplying()) {
            replies.stage(call);
        } else {
            replies.stageError(call);
        }
        return window.chain;
    }
}
