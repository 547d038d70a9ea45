// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

/**
 * One side's wire to its peer. A wire carries the messages of both sides.
 *
 * <pre>
 *  requesting side                                listening side
 *    attach, request         --- REQ ---&gt;          RnicConnectionManager.take
 *    replied                 &lt;-- REP ---           attach, reply
 *    ready                   --- RTU ---&gt;          ready
 *    rejected                &lt;-- REJ ---           reject
 *    giveUp                  --- REJ ---&gt;          endedByPeer
 *    disconnect              --- DREQ --&gt;          disconnectedByPeer
 *                            &lt;-- DREP ---          disconnected
 * </pre>
 *
 * <p>If a message is lost permanently, the wire reports that the peer has disconnected or rejected the connection.
 */
public interface ConnectionWire {
    /**
     * Attaches the local side of the connection; call it once.
     *
     * @return the side's id at its connection manager.
     */
    int attach(RnicConnection side);

    /** Requests the connection. */
    void request();

    /** Accepts the peer's request. */
    void reply();

    /** Rejects the peer's request. */
    void reject(int reason, byte[] privateData);

    /** Confirms the peer's reply. */
    void ready();

    /** Aborts the connection before it is established. */
    void giveUp();

    /** Disconnects the established connection. */
    void disconnect();

    /** Confirms that the peer has disconnected. */
    void disconnected();

    /** Returns true if the peer withdrew its request before it was answered. */
    boolean isWithdrawn();
}
