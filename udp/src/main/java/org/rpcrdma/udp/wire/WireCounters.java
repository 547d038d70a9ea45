// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

/** Counts a link's datagrams, including the datagrams discarded for each reason. Confined to the loop's thread. */
public final class WireCounters {
    public long sent;
    /** The number of bytes in sent datagrams, without UDP and IP headers. */
    public long sentBytes;
    /** The number of runs sent. Each run is one message to the system. */
    public long sentRuns;
    /**
     * The number of datagrams that did not fit into the socket's buffer or that the system rejected. These datagrams
     * count as lost.
     */
    public long notSent;

    public long received;
    /** The number of malformed datagrams, which no NIC sends. */
    public long malformed;
    /** The number of datagrams with a wrong invariant CRC. */
    public long corrupt;
    /** The number of datagrams to an unknown queue pair number. */
    public long toNobody;
    /** The number of datagrams from a host other than the queue pair's peer. */
    public long strange;

    WireCounters() {}
}
