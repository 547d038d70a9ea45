// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import java.util.Arrays;

/**
 * The times at which the device sees a queue's requests. Because the device processes them in order, one time per
 * posted chain suffices.
 */
final class DoorbellTimes {
    /**
     * A ring of pairs. Each pair is the position after a chain's last request, and the time at which the device sees
     * the chain. The ring's size is a power of 2.
     */
    private long[] chains = new long[4];

    private int first;
    private int count;
    /** The position before which the device has seen all requests. */
    private long seen;

    /** Adds a chain that ends before the given position. The device sees it at the given time. */
    void add(final long end, final long time) {
        if (count != 0 && chains[place(count - 1) + 1] == time) {
            chains[place(count - 1)] = end;
            return;
        }
        if (2 * count == chains.length) {
            grow();
        }
        chains[place(count)] = end;
        chains[place(count) + 1] = time;
        count++;
    }

    /**
     * Returns true if the device has seen the request at a position. The given time must not decrease from call to
     * call.
     */
    boolean hasSeen(final long position, final long now) {
        while (count != 0 && chains[first + 1] <= now) {
            seen = chains[first];
            first = place(1);
            count--;
        }
        return position < seen;
    }

    private int place(final int chain) {
        return (first + 2 * chain) & (chains.length - 1);
    }

    private void grow() {
        final long[] larger = Arrays.copyOf(chains, 2 * chains.length);
        System.arraycopy(chains, 0, larger, chains.length, chains.length);
        chains = larger;
    }
}
