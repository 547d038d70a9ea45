// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

/** Counts the datagrams of a link, and why some came to nothing. */
public final class WireCounters {
    public long sent;
    /** Bytes of datagrams that were sent, without headers of UDP and IP. */
    public long sentBytes;
    /** Runs of datagrams that were sent, each by one message to the system. */
    public long sentRuns;
    /** The socket was full or rejected the datagram, which counts as lost. */
    public long notSent;

    public long received;
    /** No NIC sends such. */
    public long malformed;
    /** Their invariant CRC is wrong. */
    public long corrupt;
    /** No queue pair has the number. */
    public long toNobody;
    /** They come from another host than the queue pair's peer. */
    public long strange;

    WireCounters() {}
}
