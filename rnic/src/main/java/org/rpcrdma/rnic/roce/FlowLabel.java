// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

/**
 * A 20-bit flow label, and the UDP source port that a RoCEv2 sender derives from it. Networks use the port to
 * distribute flows among paths (InfiniBand Architecture Specification, volume 1, annex A17, and rdma-core's
 * ibv_flow_label_to_udp_sport(3)).
 */
public final class FlowLabel {
    private static final int BITS = 20;
    private static final int MASK = (1 << BITS) - 1;

    /** The lowest source port that RoCEv2 senders use. */
    private static final int FIRST_PORT = 0xc000;

    private static final int PORT_BITS = 14;

    private FlowLabel() {}

    /**
     * Returns the default label for two queue pairs: the product of their numbers, folded to 20 bits. The label is the
     * same in both directions.
     */
    public static int of(final int oneQueuePair, final int otherQueuePair) {
        final long product = (long) oneQueuePair * otherQueuePair;
        return (int) (product ^ product >>> BITS ^ product >>> 2 * BITS) & MASK;
    }

    /** Returns the source port for a label. The label is folded to 14 bits by XOR and added to {@link #FIRST_PORT}. */
    public static int sourcePort(final int label) {
        return FIRST_PORT | (label ^ label >>> PORT_BITS) & (1 << PORT_BITS) - 1;
    }
}
