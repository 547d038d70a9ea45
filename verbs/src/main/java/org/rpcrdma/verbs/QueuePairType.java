// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/** The transport of a queue pair ({@code enum ibv_qp_type}). */
public enum QueuePairType {
    /** Reliable connection. */
    RC,
    /** Unreliable connection: SENDs and RDMA WRITEs without acknowledgements. */
    UC,
    /** Unreliable datagram: single-packet SENDs, each to any peer. */
    UD;

    /**
     * Returns true if packets are acknowledged, and retransmitted if lost.
     *
     * @return false for UC and UD.
     */
    public boolean isReliable() {
        return this == RC;
    }
}
