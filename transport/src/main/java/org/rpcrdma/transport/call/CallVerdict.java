// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

/** The fate of a call, by its transport header (RFC 8166, section 4.5). */
public enum CallVerdict {
    /** The service gets it. */
    SERVE,

    /** No answer: the message has not the fixed words of a header, or is an error itself. */
    DROP,

    /** An RDMA_ERROR: the protocol version is not ours. */
    ERR_VERS,

    /** An RDMA_ERROR: the chunk lists cannot be parsed or served. */
    ERR_CHUNK,

    /**
     * An RDMA_ERROR, and the connection's end: the Read list is longer than the maximal payload. svcrdma learns this
     * when it builds the READs.
     */
    ERR_CHUNK_AND_END
}
