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
 * Read list into one range of payload memory, one READ per segment.
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
     * @param payloads    the pool of memory for chunks.
     * @param chain       the chain for staged transfers.
     * @param maxElements the maximum number of elements of a request.
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
     * Allocates and maps the memory for a call's admitted Read list.
     *
     * @return true if there are bytes to pull.
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

    /** Decides how to send a reply, and maps its memory, unless it is the send buffer. */
    public void prepareReply(final Call call, final int messageLength, final int inlineRoom) {
        replies.prepare(call, messageLength, inlineRoom);
    }

    /**
     * Stages the next requests of a call's transfer, according to the call's state, and returns the chain of these
     * requests.
     */
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
