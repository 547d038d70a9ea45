// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/**
 * A congestion control that reacts only to losses. Until the first loss, the window grows by 1 for each packet that
 * arrives. After that, it grows by 1 per window. A loss halves the window, at most once for all packets in flight at
 * that time, as in TCP (RFC 5681).
 */
public final class LossControl implements CongestionControl {
    private static final int LEAST = 8;

    private final int most;
    private int packets;
    /** The size up to which the window grows by 1 per packet. */
    private int threshold;
    /**
     * The number of packets that have arrived since the window last grew. Negative after a loss, until the packets then
     * in flight have arrived.
     */
    private int arrived;

    /** Creates a control with the given initial and maximum window. If they are equal, the window never grows. */
    public LossControl(final int first, final int most) {
        this.most = most;
        threshold = most;
        packets = first;
    }

    @Override
    public int window() {
        return packets;
    }

    @Override
    public int most() {
        return most;
    }

    @Override
    public void arrived(final int count, final long delay, final long now) {
        if (packets == most) {
            return;
        }
        arrived += count;
        if (arrived <= 0) {
            return;
        }
        if (packets < threshold) {
            packets = Math.min(threshold, packets + arrived);
            arrived = 0;
        } else if (arrived >= packets) {
            arrived -= packets;
            packets++;
        }
    }

    @Override
    public void lost(final long now) {
        if (arrived >= 0) {
            arrived = -packets;
            packets = Math.min(packets, Math.max(LEAST, packets / 2));
            threshold = packets;
        }
    }
}
