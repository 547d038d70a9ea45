// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs;

/**
 * The parameters that {@link QueuePair#modify} can set (the bits of {@code enum ibv_qp_attr_mask}). Each is a number
 * but the address vector and the states.
 */
public enum QueuePairParameter {
    /** The state to go to, {@link QueuePairParameters#state}. */
    STATE(0),
    /** The state that the caller takes it to be in; a state's ordinal. */
    CURRENT_STATE(1),
    /** 1 if {@link AsyncEventType#SQ_DRAINED} is wanted. */
    SQ_DRAINED_NOTIFICATION(2),
    /** Rights of peers through this queue pair, from {@link Access}. */
    ACCESS_FLAGS(3),
    /** Index of the partition key. */
    PKEY_INDEX(4),
    /** The own port, from 1. */
    PORT(5),
    /** UD: the key that datagrams must carry. */
    QKEY(6),
    /** The way to the peer, {@link QueuePairParameters#addressVector}. */
    ADDRESS_VECTOR(7),
    /** Payload of a packet at most: 256, 512, 1024, 2048 or 4096 bytes. */
    PATH_MTU(8),
    /** How long to wait for an acknowledgement: 4.096 us &lt;&lt; value, 1 to 31; 0 is without end. */
    TIMEOUT(9),
    /** Transport retries, 0 to 7. */
    RETRY_COUNT(10),
    /** Retries if the peer has no Receive, 0 to 6; 7 is without end. */
    RNR_RETRY(11),
    /** The first packet number that is expected, 24 bits. */
    RECEIVE_PSN(12),
    /** RDMA READs and atomics that may be outstanding to the peer. */
    MAX_READ_ATOMIC(13),
    /** Code of the time that a peer waits after an RNR NAK, 0 to 31 (InfiniBand specification, table 45). */
    MIN_RNR_TIMER(15),
    /** The first packet number that is sent, 24 bits. */
    SEND_PSN(16),
    /** RDMA READs and atomics that the peer may have outstanding here. */
    MAX_DESTINATION_READ_ATOMIC(17),
    /** The peer's queue pair, 24 bits. */
    DESTINATION_NUMBER(20);

    private final int bit;

    QueuePairParameter(final int bit) {
        this.bit = bit;
    }

    /**
     * Returns its bit in a mask of attributes.
     *
     * @return a value of {@code enum ibv_qp_attr_mask}.
     */
    public int mask() {
        return 1 << bit;
    }
}
