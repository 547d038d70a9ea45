// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

/** Counts the datagrams of a link, and the discarded ones by reason. Confined to the loop's thread. */
public final class WireCounters {
    public long sent;
    /** Bytes of sent datagrams, without headers of UDP and IP. */
    public long sentBytes;
    /** Sent runs of datagrams; each is one message to the system. */
    public long sentRuns;
    /** Datagrams that did not fit the socket's buffer or were rejected, which counts as lost. */
    public long notSent;

    public long received;
    /** Datagrams that no NIC sends. */
    public long malformed;
    /** Datagrams with a wrong invariant CRC. */
    public long corrupt;
    /** Datagrams to a number that no queue pair has. */
    public long toNobody;
    /** Datagrams from another host than the queue pair's peer. */
    public long strange;

    WireCounters() {}
}
