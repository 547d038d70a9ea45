// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

/**
 * The label of a flow, 20 bits, and the UDP source port that a RoCEv2 sender derives from it: networks spread flows
 * over paths by the port (InfiniBand Architecture Specification, volume 1, annex A17, and rdma-core's
 * ibv_flow_label_to_udp_sport(3)).
 */
public final class FlowLabel {
    private static final int BITS = 20;
    private static final int MASK = (1 << BITS) - 1;

    /** Ports from here on are for it. */
    private static final int FIRST_PORT = 0xc000;

    private static final int PORT_BITS = 14;

    private FlowLabel() {}

    /** Returns the label if none was agreed on: the product of both numbers, folded. It is the same both ways. */
    public static int of(final int oneQueuePair, final int otherQueuePair) {
        final long product = (long) oneQueuePair * otherQueuePair;
        return (int) (product ^ product >>> BITS ^ product >>> 2 * BITS) & MASK;
    }

    /** Returns the port: the lower bits, with the others added to them modulo 2. */
    public static int sourcePort(final int label) {
        return FIRST_PORT | (label ^ label >>> PORT_BITS) & (1 << PORT_BITS) - 1;
    }
}
