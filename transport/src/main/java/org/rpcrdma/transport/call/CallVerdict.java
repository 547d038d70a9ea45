// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

/** The decision on how to treat a call, based on its transport header (RFC 8166, section 4.5). */
public enum CallVerdict {
    /** Pass the call to the service. */
    SERVE,

    /** Drop the call because the message is shorter than the fixed part of a header, or is itself an error message. */
    DROP,

    /** Answer with RDMA_ERROR because the protocol version is not supported. */
    ERR_VERS,

    /** Answer with RDMA_ERROR because the chunk lists are malformed or exceed the limits. */
    ERR_CHUNK,

    /**
     * Answer with RDMA_ERROR, then close the connection, because the Read list is longer than the maximum payload.
     * svcrdma detects this when it builds the READs.
     */
    ERR_CHUNK_AND_END
}
