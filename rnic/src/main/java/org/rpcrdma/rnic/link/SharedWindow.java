// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/** A limit on the packets in flight to a host. The queue pairs that have packets in flight share it equally. */
public final class SharedWindow {
    private final CongestionControl control;
    private int users;
    private int share;

    /** Creates a shared window whose size a congestion control determines. */
    public SharedWindow(final CongestionControl control) {
        this.control = control;
        divide();
    }

    /** Counts a queue pair that has started sending packets. */
    public void join(final long now) {
        if (users == 0) {
            control.begin(now);
        }
        users++;
        divide();
    }

    /** Removes a queue pair that joined earlier. */
    public void leave() {
        users--;
        divide();
    }

    private void divide() {
        share = Math.max(1, control.window() / Math.max(1, users));
    }

    /** Called when packets have arrived; see {@link CongestionControl#arrived}. */
    public void arrived(final int count, final long delay, final long now) {
        control.arrived(count, delay, now);
        divide();
    }

    /** Called when a queue pair's packets are waiting for a larger share. */
    public void packetsWait() {
        control.packetsWait();
    }

    /** Called when a packet was lost. */
    public void lost(final long now) {
        control.lost(now);
        divide();
    }

    /** Returns each queue pair's share of the maximum window. */
    public int fullShare() {
        return Math.max(1, control.most() / Math.max(1, users));
    }

    /** Returns each queue pair's maximum number of packets in flight, at least 1. */
    public int share() {
        return share;
    }
}
