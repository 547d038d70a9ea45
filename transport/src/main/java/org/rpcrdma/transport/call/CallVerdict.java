// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

/** The decision on a call, by its transport header (RFC 8166, section 4.5). */
public enum CallVerdict {
    /** Pass the call to the service. */
    SERVE,

    /** No answer: the message lacks the fixed words of a header, or is itself an error. */
    DROP,

    /** An RDMA_ERROR: the protocol version is unsupported. */
    ERR_VERS,

    /** An RDMA_ERROR: the chunk lists are malformed or exceed the limits. */
    ERR_CHUNK,

    /**
     * An RDMA_ERROR, then the end of the connection: the Read list is longer than the maximum payload. svcrdma detects
     * this when it builds the READs.
     */
    ERR_CHUNK_AND_END
}
