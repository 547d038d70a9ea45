// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * Tells how often a capture shows each packet, if its taps look like one place: from how many packets come again.
 *
 * <pre>
 *   first seen   0  1  2  3  4  5  6  7  8  9 ...   packets: each gets a number
 *   come again               0  1  3  -  4  5       5 of 6, as those come again late by 4 packets: two taps
 * </pre>
 *
 * <p>A sender repeats few packets; a second tap shows nearly all, in about their order, late by any time. So what has
 * come again is compared with what would have by then, not with all packets.
 */
final class Taps {
    /** More often a packet comes again only if it is sent again and again. */
    static final int MOST = 4;

    private static final int LEAST = 24;
    private static final int WINDOW = 1024;
    /** The share of an average that a new value has. */
    private static final float SHARE = 1 / 16f;

    private int packets;
    private int begin;
    private int again;
    private float late;
    private int count = 1;

    /** Returns the number of a packet that is seen for the first time. */
    int next() {
        return packets++;
    }

    /** Notes that a packet has come again. */
    void again(final int number) {
        final int by = packets - number;
        late = again == 0 ? by : late + (by - late) * SHARE;
        again++;
        final int due = Math.max(LEAST, packets - (int) late - begin);
        if (again >= LEAST) {
            count = 1 + (again + due * 2 / 5) / due;
        }
        if (due > WINDOW) {
            begin += due / 2;
            again /= 2;
        }
    }

    /** Returns how many taps show the same packets. */
    int count() {
        return count;
    }
}
