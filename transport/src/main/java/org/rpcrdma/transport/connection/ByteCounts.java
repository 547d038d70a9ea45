// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

/** Counts the bytes of an endpoint's calls and replies by kind of transfer. */
public final class ByteCounts {
    /** Bytes of messages received by Send, with their transport headers. */
    public long inlineReceived;

    /** Bytes of messages sent by Send, with their transport headers. */
    public long inlineSent;

    /** Bytes of Read chunks. */
    public long readChunks;

    /** Bytes of Write chunks. */
    public long writeChunks;

    /** Bytes of Reply chunks. */
    public long replyChunks;
}
