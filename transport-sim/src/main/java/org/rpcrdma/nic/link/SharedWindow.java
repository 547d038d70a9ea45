// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.link;

/**
 * The packets that a host takes at once: the queue pairs that have some on their way to it have equal shares.
 *
 * <p>It grows while packets arrive: by each of them until the first loss, then by one for each window. A loss halves
 * it, once for the packets that were on their way then. So does TCP (RFC 5681).
 */
public final class SharedWindow {
    private static final int LEAST = 8;

    private final int most;
    private int packets;
    /** Up to here it grows by each packet. */
    private int threshold;
    /** Packets that have arrived since it grew; negative until those have that were on their way at a loss. */
    private int arrived;

    private int users;
    private int share;

    /** Shares a number of packets, which grows no more. */
    public SharedWindow(final int packets) {
        this(packets, packets);
    }

    /** Shares a number of packets, which grows to a larger one. */
    public SharedWindow(final int first, final int most) {
        this.most = most;
        threshold = most;
        packets = first;
        share = first;
    }

    /** Counts a queue pair that has packets on their way from now on. */
    public void join() {
        users++;
        divide();
    }

    /** Counts a queue pair no longer that joined. */
    public void leave() {
        users--;
        divide();
    }

    private void divide() {
        share = Math.max(1, packets / Math.max(1, users));
    }

    /** Notes that packets have arrived. */
    public void arrived(final int count) {
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
        divide();
    }

    /** Notes that a packet was lost. */
    public void lost() {
        if (arrived >= 0) {
            arrived = -packets;
            packets = Math.min(packets, Math.max(LEAST, packets / 2));
            threshold = packets;
            divide();
        }
    }

    /** Returns the share of each queue pair when the window has grown. */
    public int fullShare() {
        return Math.max(1, most / Math.max(1, users));
    }

    /** Returns how many packets each queue pair may have on their way: one at least. */
    public int share() {
        return share;
    }
}
