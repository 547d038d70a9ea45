// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.call;

/** The treatment of a call, according to its transport header (RFC 8166, section 4.5). */
public enum CallVerdict {
    /** Pass the call to the service. */
    SERVE,

    /** Drop the call: the message lacks the fixed words of a header, or is itself an error. */
    DROP,

    /** Answer with RDMA_ERROR: the protocol version is unsupported. */
    ERR_VERS,

    /** Answer with RDMA_ERROR: the chunk lists are malformed or exceed the limits. */
    ERR_CHUNK,

    /**
     * Answer with RDMA_ERROR, then close the connection: the Read list is longer than the maximum payload. svcrdma
     * detects this when it builds the READs.
     */
    ERR_CHUNK_AND_END
}
