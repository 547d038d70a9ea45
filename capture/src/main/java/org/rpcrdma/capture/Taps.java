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
    /** More packets than this, and those that have come again twice, are due in a second tap's first ones. */
    private static final int SPARSE = 96;

    private static final int LATEST = 64;
    /** The share of an average that a new value has. */
    private static final float SHARE = 1 / 16f;

    private int packets;
    private int begin;
    private int again;
    /** Those that have come again at least once. */
    private int once;

    private float late;
    private int count = 1;
    /** The numbers of the latest packets that have come again; the first one's place is that of the oldest. */
    private final int[] latest = new int[LATEST];

    private int agains;
    private boolean isOne;

    /** Returns the number of a packet that is seen for the first time. */
    int next() {
        return packets++;
    }

    /** Notes that a packet has come again, for the first time or not. */
    void again(final int number, final boolean isFirst) {
        final int by = packets - number;
        late = again == 0 ? by : late + (by - late) * SHARE;
        again++;
        once += isFirst ? 1 : 0;
        isOne = isSparse(number);
        final int due = Math.max(LEAST, packets - (int) late - begin);
        if (again >= LEAST) {
            count = once >= due * 3 / 5 ? 1 + (again + due * 2 / 5) / due : 1;
        }
        if (due > WINDOW) {
            begin += due / 2;
            again /= 2;
            once /= 2;
        }
    }

    private boolean isSparse(final int number) {
        final int place = agains % LATEST;
        final int since = agains < LATEST ? -1 : latest[place];
        latest[place] = number;
        agains++;
        return number - since > SPARSE + 2 * Math.min(agains, LATEST);
    }

    /**
     * Returns true if few of the packets that a second tap would have shown have come again: that one comes again says
     * that it was sent again.
     */
    boolean isOne() {
        return isOne;
    }

    /** Returns how many taps show the same packets. */
    int count() {
        return count;
    }
}
