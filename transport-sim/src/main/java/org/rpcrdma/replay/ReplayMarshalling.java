// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

/**
 * How the calls of a replay, and their replies, are put on the wire. The RPC messages are the captured ones in either
 * case.
 */
public enum ReplayMarshalling {
    /**
     * With chunk lists of the captured positions and lengths, and replies in the chunks that the captured server used.
     */
    AS_CAPTURED,
    /**
     * Lets the transport choose by the inline thresholds of the connection: if they are small, more goes by chunks than
     * was captured; if they are large, less. Arguments and results are the bytes of the capture's Read and Write
     * chunks.
     */
    BY_TRANSPORT
}
