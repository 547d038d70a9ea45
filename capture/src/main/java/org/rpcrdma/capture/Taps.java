// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * Estimates the number of taps that look like one place from the number of packets seen again.
 *
 * <pre>
 *   first seen   0  1  2  3  4  5  6  7  8  9 ...   packets: each gets a number
 *   seen again               0  1  3  -  4  5       5 of the 6 up to packet 5: two taps
 * </pre>
 *
 * <p>A sender repeats few packets. A second tap shows nearly all packets, roughly in order, with any delay. Therefore
 * the packets seen again are compared with the packets that a second tap would have shown so far, not with all packets.
 */
final class Taps {
    /** Further sightings are ignored, because the packet was retransmitted repeatedly. */
    static final int MOST = 4;

    private static final int LEAST = 32;
    private static final int WINDOW = 1024;
    /**
     * If the latest packets seen again span more numbers than this value plus twice their count, there is no second
     * tap.
     */
    private static final int SPARSE = 96;

    private static final int LATEST = 128;
    /**
     * If the latest packets seen again span at most this many packets, a second tap shows them; losses would repeat
     * fewer.
     */
    private static final int DENSE = LATEST * 9 / 8;
    /** The number of preceding packets that are examined for copies. */
    private static final int NEIGHBOURS = 32;
    /** If a second tap shows the neighbours, at least a quarter of them count as copies; acknowledgements never do. */
    private static final int SHARE = 4;
    /**
     * The maximum by which one packet moves {@link #reach}, because a retransmitted packet may be far ahead of a second
     * tap.
     */
    private static final int STEP = 4;

    private int packets;
    private int begin;
    private int again;
    /** The number of packets seen again at least once. */
    private int once;

    /** The approximate number up to which packets have been seen again. */
    private int reach;

    private int count = 1;
    /** A ring with the numbers of the latest packets seen again. */
    private final int[] latest = new int[LATEST];

    private int agains;
    /** A ring with the numbers of the latest copies. */
    private final int[] copied = new int[LATEST];

    private int copies;
    private boolean isOne;

    /** Returns the number of a packet that is seen for the first time. */
    int next() {
        return packets++;
    }

    /** Records that a packet was seen again, for the first time or not. */
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

    /**
     * Restarts the count if most of the latest packets were seen again, because a second tap may have started later.
     */
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

    /** Records that a packet seen again counts as a copy. */
    void copied(final int number) {
        copied[copies++ % LATEST] = number;
    }

    /**
     * Returns true if few of the immediately preceding packets have copies. A second tap would have shown these copies
     * first.
     */
    boolean isAlone(final int number) {
        final int before = Math.min(number, NEIGHBOURS);
        int neighbours = 0;
        for (int i = 0; i < Math.min(copies, LATEST); i++) {
            neighbours += copied[i] < number && copied[i] >= number - before ? 1 : 0;
        }
        return neighbours * SHARE < before;
    }

    /**
     * Returns true if packets seen again are retransmissions, because only few of the packets that a second tap would
     * have shown were seen again.
     */
    boolean isOne() {
        return isOne;
    }

    /** Returns the number of taps that show the same packets. */
    int count() {
        return count;
    }
}
