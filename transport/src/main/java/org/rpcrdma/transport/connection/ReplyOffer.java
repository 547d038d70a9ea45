// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import java.net.InetSocketAddress;
import org.rpcrdma.wire.RpcRdmaHeader;

/** The chunks that a call offers for its reply. */
public interface ReplyOffer {
    /** Offers none. */
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

    /** Returns true if the chunk lists of a reply are within the offer. */
    boolean admits(RpcRdmaHeader reply);

    /**
     * Returns the number of results that the reply may bring in Write chunks, offered or not.
     */
    int writeChunks();

    /** Returns the memory of a reply that does not come inline; 0 if it is none, or more than one piece. */
    default long replyAddress() {
        return 0;
    }

    /** Returns the memory of a result that was named; 0 if it is in segments of the caller's, or there is none. */
    default long resultAddress(final int result) {
        return 0;
    }

    /** Returns who answers; null if that is not known here. */
    default InetSocketAddress remote() {
        return null;
    }
}
