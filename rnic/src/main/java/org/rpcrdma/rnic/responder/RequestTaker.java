// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import org.rpcrdma.rnic.link.Packet;

/** The responding half of a queue pair: takes requests of peers, puts their data into memory, completes Receives. */
public interface RequestTaker {
    /**
     * Makes ready to take requests.
     *
     * @param pathMtu       bytes of a packet's payload at most.
     * @param maxReadAtomic READs and atomics that the peer may have outstanding.
     * @param firstPsn      the number to begin with.
     */
    void connect(int pathMtu, int maxReadAtomic, long firstPsn);

    /** Takes a request's packet; the packet is its own from now on. */
    void request(Packet packet);

    /** Returns when the data of the packets that arrived so far is in memory. */
    long lastLanding();

    /** Completes every Receive with WR_FLUSH_ERR, and stops taking requests. */
    void flush();

    /**
     * Drops requests in progress, and releases their packets: the life of the queue pair is over.
     */
    void drop();
}
