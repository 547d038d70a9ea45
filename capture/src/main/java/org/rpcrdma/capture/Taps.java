// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * Estimates the number of taps whose packets appear to come from one place. The estimate is based on the number of
 * packets that were seen again.
 *
 * <pre>
 *   first seen   0  1  2  3  4  5  6  7  8  9 ...   each packet is assigned a number
 *   seen again               0  1  3  -  4  5       5 of the 6 packets up to number 5: two taps
 * </pre>
 *
 * <p>A sender repeats few packets, whereas a second tap shows nearly all packets, roughly in order but with an unknown
 * delay. Therefore, the number of packets seen again is compared only with the number that a second tap would have
 * shown so far.
 */
final class Taps {
    /**
     * The maximum number of sightings of a packet that are evaluated. A packet that is seen more often was
     * retransmitted repeatedly.
     */
    static final int MOST = 4;

    private static final int LEAST = 32;
    private static final int WINDOW = 1024;
    /**
     * If the numbers of the latest packets that were seen again span more than twice the count of these packets plus
     * this value, there is no second tap.
     */
    private static final int SPARSE = 96;

    private static final int LATEST = 128;
    /**
     * If the latest packets that were seen again span at most this many packets, they come from a second tap, because
     * losses would cause fewer repetitions.
     */
    private static final int DENSE = LATEST * 9 / 8;
    /** The number of preceding packets that are examined for copies. */
    private static final int NEIGHBOURS = 32;
    /**
     * The reciprocal of the fraction of the preceding packets that must have copies if there is a second tap. The
     * fraction is only a quarter, because acknowledgements never count as copies.
     */
    private static final int SHARE = 4;
    /**
     * The maximum step by which one packet advances {@link #reach}. It is limited because a retransmitted packet may be
     * far ahead of the packets that a second tap shows.
     */
    private static final int STEP = 4;

    private int packets;
    private int begin;
    private int again;
    /** The number of packets that have been seen again at least once. */
    private int once;

    /** The approximate number up to which packets have been seen again. */
    private int reach;

    private int count = 1;
    /** A ring that contains the numbers of the latest packets that were seen again. */
    private final int[] latest = new int[LATEST];

    private int agains;
    /** A ring that contains the numbers of the latest packets with copies. */
    private final int[] copied = new int[LATEST];

    private int copies;
    private boolean isOne;

    /** Assigns a number to a packet that is seen for the first time, and returns the number. */
    int next() {
        return packets++;
    }

    /** Records that a packet was seen again. {@code isFirst} is true if it was seen for the second time. */
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
     * Restarts the count if most of the latest packets were seen again. This may be the case because a second tap
     * started later.
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

    /** Records that a packet that was seen again counts as a copy. */
    void copied(final int number) {
        copied[copies++ % LATEST] = number;
    }

    /**
     * Returns true if few of the immediately preceding packets have copies. If there were a second tap, copies of these
     * packets would already have appeared.
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
     * Returns true if packets that were seen again are retransmissions. This is the case if there is no second tap,
     * because a second tap would have shown many more packets again.
     */
    boolean isOne() {
        return isOne;
    }

    /** Returns the number of taps at which the same packets were captured. */
    int count() {
        return count;
    }
}
