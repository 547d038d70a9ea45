// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/**
 * Follows losses only: the window grows by each packet that arrives until the first loss, then by one for each window.
 * A loss halves it, once for all packets in flight at that time, as in TCP (RFC 5681).
 */
public final class LossControl implements CongestionControl {
    private static final int LEAST = 8;

    private final int most;
    private int packets;
    /** Up to here it grows by each packet. */
    private int threshold;
    /** Packets that have arrived since it grew; negative until those have that were on their way at a loss. */
    private int arrived;

    /** Begins with a window, which grows to a larger one, or to none if that is the same. */
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
