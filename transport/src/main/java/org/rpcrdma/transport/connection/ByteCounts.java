// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

/** Counts the bytes of an endpoint's calls and replies for each kind of transfer. */
public final class ByteCounts {
    /** The number of bytes received in inline messages, including transport headers. */
    public long inlineReceived;

    /** The number of bytes sent in inline messages, including transport headers. */
    public long inlineSent;

    /** The number of bytes transferred in Read chunks. */
    public long readChunks;

    /** The number of bytes transferred in Write chunks. */
    public long writeChunks;

    /** The number of bytes transferred in Reply chunks. */
    public long replyChunks;
}
