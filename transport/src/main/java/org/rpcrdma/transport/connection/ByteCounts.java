// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

/** Counts the bytes of an endpoint's calls and replies by the way that they went. */
public final class ByteCounts {
    /** Of messages that came by Send, with their transport headers. */
    public long inlineReceived;

    /** Of messages that went by Send, with their transport headers. */
    public long inlineSent;

    /** Of Read chunks. */
    public long readChunks;

    /** Of Write chunks. */
    public long writeChunks;

    /** Of Reply chunks. */
    public long replyChunks;
}
