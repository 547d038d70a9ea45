// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

import org.rpcrdma.transport.memory.BufferMapper;
import org.rpcrdma.transport.memory.MappedRange;
import org.rpcrdma.transport.memory.PayloadPool;
import org.rpcrdma.verbs.DmaDirection;

/**
 * Pulls a call's Read list by RDMA READ into one stretch of payload memory, a read a segment.
 *
 * <pre>
 *   RDMA_MSG     | segments in the order of their positions |
 *   RDMA_NOMSG   | Position-Zero segments: the message | the others, in that order |
 * </pre>
 */
final class ReadPuller {
    private final PayloadPool payloads;
    private final BufferMapper memory;
    private final TransferWindow window;

    ReadPuller(final PayloadPool payloads, final BufferMapper memory, final TransferWindow window) {
        this.payloads = payloads;
        this.memory = memory;
        this.window = window;
    }

    /**
     * Takes and maps the memory that a call's admitted Read list needs.
     *
     * @return true if there is anything to pull.
     */
    boolean prepare(final Call call) {
        final int bytes = (int) call.reads.bytes();
        if (bytes == 0) {
            return false;
        }
        call.readPayload = payloads.take(bytes);
        call.readPayload.map(memory, DmaDirection.FROM_DEVICE);
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

    void stage(final Call call) {
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

    /** The bytes are there. */
    void finish(final Call call) {
        call.readPayload.unmap(memory);
    }
}
