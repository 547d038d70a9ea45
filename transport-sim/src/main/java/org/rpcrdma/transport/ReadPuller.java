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
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * Pulls a call's Read list by RDMA READ into one stretch of payload memory, a read a segment.
 *
 * <pre>
 *   RDMA_MSG     | segments in the order of the list, which is that of their positions |
 *   RDMA_NOMSG   | Position-Zero segments: the message | the others |
 * </pre>
 */
final class ReadPuller {
    private final PayloadPool payloads;
    private final LocalMemory memory;
    private final TransferWindow window;

    ReadPuller(final PayloadPool payloads, final LocalMemory memory, final TransferWindow window) {
        this.payloads = payloads;
        this.memory = memory;
        this.window = window;
    }

    /**
     * Takes and maps the memory that a call's admitted Read list needs.
     *
     * @return whether there is anything to pull.
     */
    boolean prepare(final CallContext call) {
        final int bytes = layOut(call);
        if (bytes == 0) {
            return false;
        }
        call.readPayload = payloads.take(bytes);
        call.readPayload.map(memory, DmaDirection.FROM_DEVICE);
        return true;
    }

    private static int layOut(final CallContext call) {
        final RpcRdmaHeader header = call.header;
        final int segments = header.readSegmentCount();
        if (call.readOffsets.length < segments) {
            call.readOffsets = new int[segments];
        }
        int end = 0;
        int requests = 0;
        for (int i = 0; i < segments; i++) {
            requests += header.readLength(i) > 0 ? 1 : 0;
            call.readOffsets[i] = end;
            end += (int) header.readLength(i);
        }
        call.workRequests = requests;
        return end;
    }

    void stage(final CallContext call) {
        final RpcRdmaHeader header = call.header;
        for (int i = 0; i < header.readSegmentCount(); i++) {
            final int length = (int) header.readLength(i);
            if (length > 0) {
                window.read(header.readOffset(i), header.readHandle(i));
                final LocalRange range = call.readPayload.range();
                window.element(range.iova + call.readOffsets[i], length, range.lkey);
            }
        }
    }

    /** The bytes are there. */
    void finish(final CallContext call) {
        call.readPayload.unmap(memory);
    }

    /** How long the Position-Zero chunk of an admitted header is. */
    static int positionZeroLength(final RpcRdmaHeader header) {
        int length = 0;
        for (int i = 0; i < header.readSegmentCount(); i++) {
            length += header.readPosition(i) == 0 ? (int) header.readLength(i) : 0;
        }
        return length;
    }
}
