// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

/**
 * One side's wire to its peer; carries the messages of both sides.
 *
 * <pre>
 *  asking side                                    side that listens
 *    attach, request         --- REQ ---&gt;          RnicConnectionManager.take
 *    replied                 &lt;-- REP ---           attach, reply
 *    ready                   --- RTU ---&gt;          ready
 *    rejected                &lt;-- REJ ---           reject
 *    giveUp                  --- REJ ---&gt;          endedByPeer
 *    disconnect              --- DREQ --&gt;          disconnectedByPeer
 *                            &lt;-- DREP ---          disconnected
 * </pre>
 *
 * <p>A message may be lost for good, which the wire reports as the peer's end or rejection.
 */
public interface ConnectionWire {
    /**
     * Takes the side of the connection that speaks here, once.
     *
     * @return the side's number at its connection manager.
     */
    int attach(RnicConnection side);

    /** Requests the connection. */
    void request();

    /** Accepts the peer's request. */
    void reply();

    /** Rejects the peer's request, in place of a connection. */
    void reject(int reason, byte[] privateData);

    /** Confirms the peer's reply. */
    void ready();

    /** Aborts the connection before it was established. */
    void giveUp();

    /** Disconnects the established connection. */
    void disconnect();

    /** Confirms the peer's end. */
    void disconnected();

    /** Returns true if the peer took its request back before it was answered. */
    boolean isWithdrawn();
}
