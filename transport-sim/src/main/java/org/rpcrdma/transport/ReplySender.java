/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.transport;

import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.DmaMapper;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.wire.RpcRdmaHeader;
import org.rpcrdma.wire.RpcRdmaHeaderWriter;

/**
 * Builds answers: the bytes of Write chunks and Reply chunk by RDMA WRITE along the client's segments, and behind them, in the
 * same chain, the Send. Only the Send is signaled: when it is done, the writes before it are.
 *
 * <pre>
 *   WRITE segment 0 - WRITE segment 1 - ... - SEND header [+ inline message]
 *                                                 |
 *                          Write list and Reply chunk of the call, lengths as written
 * </pre>
 */
final class ReplySender {
    private final RpcRdmaHeaderWriter writer = new RpcRdmaHeaderWriter();
    private final DmaMapper dma;
    private final int lkey;
    private final int credits;

    /** Where the bytes of the chunk that is being staged go on. */
    private long source;

    private int left;

    ReplySender(final DmaMapper dma, final int lkey, final int credits) {
        this.dma = dma;
        this.lkey = lkey;
        this.credits = credits;
    }

    /** Maps what goes out by RDMA WRITE, and counts the work requests. */
    void prepare(final CallContext call, final int messageLength) {
        final RpcRdmaHeader header = call.header;
        int requests = 1;
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            final int length = call.writeLength(chunk);
            if (length > 0) {
                call.writePayloads[chunk].map(dma, DmaDirection.TO_DEVICE);
                requests += writesFor(header, chunk, length);
            }
        }
        if (header.hasReplyChunk() && messageLength > 0) {
            call.replyPayload.resize(messageLength);
            call.replyPayload.map(dma, DmaDirection.TO_DEVICE);
            requests += replyWritesFor(header, messageLength);
        }
        call.replyLength = messageLength;
        call.workRequests = requests;
    }

    private static int writesFor(final RpcRdmaHeader header, final int chunk, final int length) {
        int requests = 0;
        long rest = length;
        for (int i = 0; rest > 0; i++) {
            requests += header.writeLength(chunk, i) > 0 ? 1 : 0;
            rest -= header.writeLength(chunk, i);
        }
        return requests;
    }

    private static int replyWritesFor(final RpcRdmaHeader header, final int length) {
        int requests = 0;
        long rest = length;
        for (int i = 0; rest > 0; i++) {
            requests += header.replyLength(i) > 0 ? 1 : 0;
            rest -= header.replyLength(i);
        }
        return requests;
    }

    /** Stages a reply that was prepared. */
    void stage(final CallContext call, final SendRequests chain, final long wrId) {
        final RpcRdmaHeader header = call.header;
        final boolean inChunk = header.hasReplyChunk();
        writer.wrap(call.sendBuffer.bytes, 0, call.replyHeaderLength)
                .begin(header.xid(), credits, inChunk ? RpcRdmaHeader.RDMA_NOMSG : RpcRdmaHeader.RDMA_MSG);
        for (int chunk = 0; chunk < header.writeChunkCount(); chunk++) {
            stageWriteChunk(call, chunk, chain, wrId);
        }
        if (inChunk) {
            stageReplyChunk(call, chain, wrId);
        }
        call.sendLength = writer.finish() + (inChunk ? 0 : call.replyLength);
        stageSend(call, chain, wrId);
    }

    private void stageWriteChunk(final CallContext call, final int chunk, final SendRequests chain, final long wrId) {
        final RpcRdmaHeader header = call.header;
        left = call.writeLength(chunk);
        source = left == 0 ? 0 : call.writePayloads[chunk].iova();
        writer.writeChunk();
        for (int i = 0; i < header.writeSegmentCount(chunk); i++) {
            stageSegment(
                    chain,
                    wrId,
                    header.writeHandle(chunk, i),
                    header.writeLength(chunk, i),
                    header.writeOffset(chunk, i));
        }
    }

    private void stageReplyChunk(final CallContext call, final SendRequests chain, final long wrId) {
        final RpcRdmaHeader header = call.header;
        left = call.replyLength;
        source = left == 0 ? 0 : call.replyPayload.iova();
        writer.replyChunk();
        for (int i = 0; i < header.replySegmentCount(); i++) {
            stageSegment(chain, wrId, header.replyHandle(i), header.replyLength(i), header.replyOffset(i));
        }
    }

    private void stageSegment(
            final SendRequests chain, final long wrId, final int handle, final long room, final long offset) {
        final int length = (int) Math.min(left, room);
        if (length > 0) {
            chain.rdmaWrite(wrId, 0, offset, handle);
            chain.sge(source, length, lkey);
            source += length;
            left -= length;
        }
        writer.segment(handle, length, offset);
    }

    /** Builds an RDMA_ERROR that answers a header which cannot be served. */
    void buildError(final CallContext call, final boolean badVersion) {
        final RpcRdmaHeader header = call.header;
        writer.wrap(call.sendBuffer.bytes, 0, call.sendBuffer.bytes.capacity());
        call.sendLength = badVersion
                ? writer.versionError(
                        header.xid(),
                        header.version(),
                        credits,
                        RpcRdmaHeader.PROTOCOL_VERSION,
                        RpcRdmaHeader.PROTOCOL_VERSION)
                : writer.chunkError(header.xid(), header.version(), credits);
        call.workRequests = 1;
    }

    void stageSend(final CallContext call, final SendRequests chain, final long wrId) {
        if (call.invalidates) {
            chain.sendWithInvalidate(WorkRequestId.last(wrId), SendRequests.SIGNALED, call.invalidatedKey);
        } else {
            chain.send(WorkRequestId.last(wrId), SendRequests.SIGNALED);
        }
        chain.sge(call.sendBuffer.iova, call.sendLength, lkey);
    }
}
