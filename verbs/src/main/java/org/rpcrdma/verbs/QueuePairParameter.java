// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The parameters that {@link QueuePair#modify} can set (the bits of {@code enum ibv_qp_attr_mask}). All are numbers
 * except the address vector and the states.
 */
public enum QueuePairParameter {
    /** The new state, {@link QueuePairParameters#state}. */
    STATE(0),
    /** The state that the caller expects, as the ordinal of a {@link QueuePairState}. */
    CURRENT_STATE(1),
    /** 1 to request {@link AsyncEventType#SQ_DRAINED}. */
    SQ_DRAINED_NOTIFICATION(2),
    /** The access rights that the peer has through this queue pair, from {@link Access}. */
    ACCESS_FLAGS(3),
    /** The index of the partition key. */
    PKEY_INDEX(4),
    /** The local port, from 1. */
    PORT(5),
    /** For UD, the key that received datagrams must contain. */
    QKEY(6),
    /** The route to the peer, {@link QueuePairParameters#addressVector}. */
    ADDRESS_VECTOR(7),
    /** The maximum payload of a packet: 256, 512, 1024, 2048 or 4096 bytes. */
    PATH_MTU(8),
    /** The acknowledgement timeout, which is 4.096 us &lt;&lt; value, with a value of 1 to 31; 0 means unlimited. */
    TIMEOUT(9),
    /** The number of transport retries, 0 to 7. */
    RETRY_COUNT(10),
    /** The number of retries while the peer has no Receive posted, 0 to 6; 7 means unlimited. */
    RNR_RETRY(11),
    /** The first packet sequence number to expect, a 24-bit number. */
    RECEIVE_PSN(12),
    /** The maximum number of this side's RDMA READs and atomics that may be outstanding at the peer. */
    MAX_READ_ATOMIC(13),
    /** The code for the time that the peer waits after an RNR NAK, 0 to 31 (InfiniBand specification, table 45). */
    MIN_RNR_TIMER(15),
    /** The first packet sequence number to send, a 24-bit number. */
    SEND_PSN(16),
    /** The maximum number of the peer's RDMA READs and atomics that may be outstanding on this side. */
    MAX_DESTINATION_READ_ATOMIC(17),
    /** The 24-bit number of the peer's queue pair. */
    DESTINATION_NUMBER(20);

    private final int bit;

    QueuePairParameter(final int bit) {
        this.bit = bit;
    }

    /**
     * Returns the parameter's bit in an attribute mask.
     *
     * @return a value of {@code enum ibv_qp_attr_mask}.
     */
    public int mask() {
        return 1 << bit;
    }
}
