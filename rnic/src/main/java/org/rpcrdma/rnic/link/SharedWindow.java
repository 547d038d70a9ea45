// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

/** The maximum number of packets in flight to a host, shared equally by the queue pairs that have packets in flight. */
public final class SharedWindow {
    private final CongestionControl control;
    private int users;
    private int share;

    /** Creates a shared window over the window of a congestion control. */
    public SharedWindow(final CongestionControl control) {
        this.control = control;
        divide();
    }

    /** Counts a queue pair that now has packets in flight. */
    public void join(final long now) {
        if (users == 0) {
            control.begin(now);
        }
        users++;
        divide();
    }

    /** Removes a queue pair that has joined. */
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

    /** Called when packets of a queue pair wait for a larger share. */
    public void packetsWait() {
        control.packetsWait();
    }

    /** Called when a packet was lost. */
    public void lost(final long now) {
        control.lost(now);
        divide();
    }

    /** Returns the share of each queue pair at the maximum window. */
    public int fullShare() {
        return Math.max(1, control.most() / Math.max(1, users));
    }

    /** Returns each queue pair's maximum number of packets in flight, at least 1. */
    public int share() {
        return share;
    }
}
