// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.responder;

import org.rpcrdma.rnic.link.Packet;

/**
 * The responding half of a queue pair. It receives requests from peers, writes their data to memory, and completes
 * Receives.
 */
public interface RequestTaker {
    /**
     * Prepares for requests.
     *
     * @param pathMtu       the maximum payload of a packet, in bytes.
     * @param maxReadAtomic the maximum number of the peer's outstanding READs and atomics.
     * @param firstPsn      the expected PSN of the first packet.
     */
    void connect(int pathMtu, int maxReadAtomic, long firstPsn);

    /** Handles a packet of a request and takes ownership of it. */
    void request(Packet packet);

    /** Returns the time, in ns, at which the data of all packets received so far is in memory. */
    long lastLanding();

    /** Completes all Receives with WR_FLUSH_ERR, and stops handling requests. */
    void flush();

    /** Drops requests in progress and releases their packets because the queue pair is being reset or closed. */
    void drop();
}
