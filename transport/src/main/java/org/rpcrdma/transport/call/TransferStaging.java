// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.memory.MappedRange;
import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.SendRequests;

/**
 * Stages the transfers of calls. The transfer of an answer consists of WRITEs and a Send ({@link ReplySender}). The
 * transfer of a Read list consists of one READ per segment, into a single range of payload memory.
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
     * Creates an instance.
     *
     * @param payloads    the pool of chunk memory.
     * @param chain the chain to which this instance adds requests.
     * @param maxElements the maximum number of elements per request.
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
     * Allocates and maps the memory for the Read list of an admitted call.
     *
     * @return true if there are bytes to fetch.
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

    /** Unmaps the fetched payload. */
    public void finishReads(final Call call) {
        call.readPayload.unmap(mapper);
    }

    /** Decides how to send a reply, and maps the reply's memory, unless it is the send buffer. */
    public void prepareReply(final Call call, final int messageLength, final int inlineRoom) {
        replies.prepare(call, messageLength, inlineRoom);
    }

    /**
     * Stages the next requests of a call's transfer, depending on the call's state. Returns the chain that contains
     * these requests.
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
