// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import java.net.InetSocketAddress;
import org.rpcrdma.wire.RpcRdmaHeader;

/** The chunks that a call offers for its reply. */
public interface ReplyOffer {
    /** An offer without chunks. */
    ReplyOffer NONE = new ReplyOffer() {
        @Override
        public boolean admits(final RpcRdmaHeader reply) {
            return reply.procedure() == RpcRdmaHeader.RDMA_MSG
                    && reply.readSegmentCount() == 0
                    && reply.writeChunkCount() == 0
                    && reply.replySegmentCount() == 0;
        }

        @Override
        public int writeChunks() {
            return 0;
        }
    };

    /** Returns true if the chunk lists of a reply use only chunks that the call offered. */
    boolean admits(RpcRdmaHeader reply);

    /** Returns the maximum number of results that can arrive in Write chunks. */
    int writeChunks();

    /**
     * Returns the address of the memory for a reply that does not arrive inline. Returns 0 if there is no such memory,
     * or if it consists of several ranges.
     */
    default long replyAddress() {
        return 0;
    }

    /**
     * Returns the address of the memory for a result. Returns 0 if the result is in the caller's segments, or was not
     * declared.
     */
    default long resultAddress(final int result) {
        return 0;
    }

    /** Returns the address of the peer that replies, or null if it is unknown. */
    default InetSocketAddress remote() {
        return null;
    }
}
