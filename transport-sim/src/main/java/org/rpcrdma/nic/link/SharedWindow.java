// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.link;

/** The packets that a host takes at once: the queue pairs that have some on their way to it have equal shares. */
public final class SharedWindow {
    private final int packets;
    private int users;
    private int share;

    /** Shares a number of packets. */
    public SharedWindow(final int packets) {
        this.packets = packets;
        share = packets;
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

    /** Returns how many packets each queue pair may have on their way: one at least. */
    public int share() {
        return share;
    }
}
