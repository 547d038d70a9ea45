// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

import org.rpcrdma.rnic.link.PacketSink;
import org.rpcrdma.verbs.ConnectionParameters;

/**
 * The parameters of one side of a connection, in a request or a reply.
 *
 * @param queuePair   the side's queue pair, or the stand-in for a queue pair on another host.
 * @param mtu         the maximum payload of a packet, in bytes.
 * @param startingPsn the first PSN that the side accepts, 24 bits.
 * @param flowLabel   the flow label of both sides' packets, 20 bits.
 * @param parameters  the parameters that the side grants and requests.
 */
public record Offer(PacketSink queuePair, int mtu, int startingPsn, int flowLabel, ConnectionParameters parameters) {
    /**
     * Returns the number of READs and atomics that this side answers concurrently, which is at most the number that the
     * peer requests.
     */
    public int responderResources(final Offer peer) {
        return Math.min(parameters.responderResources(), peer.parameters.initiatorDepth());
    }

    /** Returns a copy of this offer with the given maximum payload per packet, in bytes. */
    public Offer withMtu(final int other) {
        return new Offer(queuePair, other, startingPsn, flowLabel, parameters);
    }

    /** Returns the parameters with READ depths limited to what both sides support. */
    public ConnectionParameters granted(final Offer peer) {
        return new ConnectionParameters(
                parameters.privateData(),
                responderResources(peer),
                peer.responderResources(this),
                parameters.retryCount(),
                parameters.rnrRetryCount());
    }
}
