// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * Tells how often a capture shows each packet, if its taps look like one place: from how many packets come again.
 *
 * <pre>
 *   first seen   0  1  2  3  4  5  6  7  8  9 ...   packets: each gets a number
 *   come again               0  1  3  -  4  5       5 of the 6 up to packet 5: two taps
 * </pre>
 *
 * <p>A sender repeats few packets; a second tap shows nearly all, in about their order, late by any time. So what has
 * come again is compared with what would have by then, not with all packets.
 */
final class Taps {
    /** More often a packet comes again only if it is sent again and again. */
    static final int MOST = 4;

    private static final int LEAST = 32;
    private static final int WINDOW = 1024;
    /** More packets than this, and those that have come again twice, are due in a second tap's first ones. */
    private static final int SPARSE = 96;

    private static final int LATEST = 128;
    /** Of so many packets the latest have all come again only if a second tap shows them: losses repeat fewer. */
    private static final int DENSE = LATEST * 9 / 8;
    /** The packets just before one that tell whether a second tap shows it. */
    private static final int NEIGHBOURS = 32;
    /** If a second tap shows them, at least a quarter is taken for copies: acknowledgements never are. */
    private static final int SHARE = 4;
    /** The most that one packet moves {@link #reach}: a packet that was sent again is far ahead of a second tap. */
    private static final int STEP = 4;

    private int packets;
    private int begin;
    private int again;
    /** Those that have come again at least once. */
    private int once;

    /** About the number up to which packets have come again. */
    private int reach;

    private int count = 1;
    /** The numbers of the latest packets that have come again; the first one's place is that of the oldest. */
    private final int[] latest = new int[LATEST];

    private int agains;
    /** The numbers of the latest copies, in the same way. */
    private final int[] copied = new int[LATEST];

    private int copies;
    private boolean isOne;

    /** Returns the number of a packet that is seen for the first time. */
    int next() {
        return packets++;
    }

    /** Notes that a packet has come again, for the first time or not. */
    void again(final int number, final boolean isFirst) {
        reach = agains == 0 ? number : reach + Math.max(-STEP, Math.min(STEP, number - reach));
        again++;
        if (isFirst) {
            once++;
            isOne = isSparse(number);
            if (count == 1) {
                beginLater(number);
            }
        }
        final int due = Math.max(LEAST, reach + 1 - begin);
        count = once >= Math.max(LEAST, due * 3 / 5) ? 1 + (again + due * 2 / 5) / due : 1;
        if (due > WINDOW) {
            begin += due / 2;
            again /= 2;
            once /= 2;
        }
    }

    /** Begins to count at the latest packets, if most of them have come again: a second tap began later. */
    private void beginLater(final int number) {
        final int oldest = latest[agains % LATEST];
        if (agains >= LATEST && oldest > begin && number - oldest > 0 && number - oldest < DENSE) {
            begin = oldest;
            reach = number;
            once = LATEST;
            again = LATEST;
        }
    }

    private boolean isSparse(final int number) {
        final int place = agains % LATEST;
        final int since = agains < LATEST ? -1 : latest[place];
        latest[place] = number;
        agains++;
        return number - since > SPARSE + 2 * Math.min(agains, LATEST);
    }

    /** Notes that a packet that has come again was taken for a copy. */
    void copied(final int number) {
        copied[copies++ % LATEST] = number;
    }

    /** Returns true if few of the packets just before one have copies: a second tap would have shown them first. */
    boolean isAlone(final int number) {
        final int before = Math.min(number, NEIGHBOURS);
        int neighbours = 0;
        for (int i = 0; i < Math.min(copies, LATEST); i++) {
            neighbours += copied[i] < number && copied[i] >= number - before ? 1 : 0;
        }
        return neighbours * SHARE < before;
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
