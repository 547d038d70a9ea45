// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** The transport of a queue pair ({@code enum ibv_qp_type}). */
public enum QueuePairType {
    /** Reliable connection. */
    RC,
    /** Unreliable connection: SEND and RDMA WRITE without acknowledgement. */
    UC,
    /** Unreliable datagram: SENDs of a packet each, every one to a peer of its own. */
    UD,
    /** The sending end of an extended reliable connection. */
    XRC_SEND,
    /** The receiving end of an extended reliable connection, for the shared receive queues of an XRC domain. */
    XRC_RECV,
    /**
     * The sending end of dynamic connections, mlx5's own: each request names the target that it goes to, and a stream.
     * Requests of other streams go on if one fails.
     */
    DC_INITIATOR,
    /** The receiving end of dynamic connections, for every initiator that knows its key; its Receives are shared. */
    DC_TARGET,
    /** Ethernet frames as they are. */
    RAW_PACKET;

    /**
     * Returns true if what is sent is acknowledged, and sent again if it is lost.
     *
     * @return false for UC, UD and raw packets.
     */
    public boolean isReliable() {
        return this != UC && this != UD && this != RAW_PACKET;
    }

    /**
     * Returns true if sends can be posted to it.
     *
     * @return false for XRC_RECV and DC_TARGET.
     */
    public boolean hasSendQueue() {
        return this != XRC_RECV && this != DC_TARGET;
    }

    /**
     * Returns true if it has Receives, of its own or of a shared queue that it is created with.
     *
     * @return false for XRC_SEND and DC_INITIATOR, and for XRC_RECV: its peer names the shared queue of each message.
     */
    public boolean hasReceiveQueue() {
        return this != XRC_SEND && this != XRC_RECV && this != DC_INITIATOR;
    }

    /**
     * Returns true if it is an end of dynamic connections.
     *
     * @return true for DC_INITIATOR and DC_TARGET.
     */
    public boolean isDynamic() {
        return this == DC_INITIATOR || this == DC_TARGET;
    }

    /**
     * Returns the type at the other end.
     *
     * @return the same, but for XRC and dynamic connections.
     */
    public QueuePairType peer() {
        return switch (this) {
            case XRC_SEND -> XRC_RECV;
            case XRC_RECV -> XRC_SEND;
            case DC_INITIATOR -> DC_TARGET;
            case DC_TARGET -> DC_INITIATOR;
            default -> this;
        };
    }
}
