// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.Arrays;

/**
 * Tracks the packet sequence numbers of the requests in one direction. Records which of the latest packets have been
 * seen and which have been reported to the listener.
 *
 * <pre>
 *   ... ──────┬──────────── SIZE numbers ───────────┬──────▶ numbers, modulo 2^24
 *    forgotten│ seen, reported: a bit each, rings   │ highest
 *             │               ▲ expected; lower than highest while a packet is missing
 * </pre>
 */
final class SequenceWindow {
    /** The maximum distance by which a sender may go back. A number that is further away starts a new sequence. */
    static final int SIZE = 1 << 14;

    private static final int MASK = SIZE - 1;
    private static final int HALF = 1 << 23;
    private static final int NUMBERS = 0xff_ffff;

    private final long[] seen = new long[SIZE / Long.SIZE];
    private final long[] told = new long[SIZE / Long.SIZE];
    private boolean started;
    private boolean reached;
    private int expected;
    private int slack;
    private int highest;

    /**
     * Returns the distance by which {@code a} is ahead of {@code b}. The distance is negative if {@code a} is behind.
     */
    static int distance(final int a, final int b) {
        return (a - b << 8) >> 8;
    }

    boolean started() {
        return started;
    }

    /** Returns true if a number is close to the highest number that has been seen. */
    boolean isClose(final int psn) {
        return reached && Math.abs(distance(psn, highest)) <= SIZE;
    }

    /** Returns true if a number is higher than all numbers that have been seen. */
    boolean isBeyond(final int psn) {
        return reached && distance(psn, highest) >= 0;
    }

    /** Returns the successor of the highest number that has been seen. */
    int highest() {
        return highest;
    }

    /** Returns the lowest possible number of the next request. */
    int expected() {
        return expected;
    }

    /** Returns the highest possible number of the next request. */
    int latestExpected() {
        return expected + slack & NUMBERS;
    }

    /** Starts, or restarts, at a number. The number may be lower than the highest number that has been seen. */
    void start(final int psn) {
        Arrays.fill(seen, 0);
        Arrays.fill(told, 0);
        final int ahead = distance(highest, psn);
        highest = reached && ahead > 0 && ahead < SIZE ? highest : psn;
        started = true;
        reached = true;
        expected = psn;
        slack = 0;
    }

    /** Returns true if a number is close enough to belong to this sequence. */
    boolean isNear(final int psn) {
        final int distance = distance(psn, highest);
        return distance >= -SIZE && distance < HALF / 2;
    }

    /**
     * Returns the distance from the next request to the given request. It is negative if the given request is earlier,
     * 0 if the given request may be the next one, and positive if the given request is later.
     */
    int ahead(final int psn) {
        final int ahead = distance(psn, expected);
        return ahead < 0 ? ahead : Math.max(0, ahead - slack);
    }

    /** Returns true if a request with the given number was delivered. */
    boolean isSeen(final int psn) {
        final int behind = distance(psn, highest);
        return behind < 0 && behind >= -SIZE && (seen[(psn & MASK) >> 6] & 1L << psn) != 0;
    }

    /**
     * Records a request that is next in sequence, late or repeated.
     *
     * @param psn      the request's number.
     * @param span     the minimum number of sequence numbers that the request uses.
     * @param moreSpan the number of additional sequence numbers that the request may use.
     */
    void advance(final int psn, final int span, final int moreSpan) {
        reach(psn + span);
        if (distance(psn, highest) >= -SIZE) {
            markSeen(psn, span);
        }
        if (distance(psn + span, expected) > 0) {
            expected = psn + span & NUMBERS;
            slack = moreSpan;
        }
    }

    /**
     * Narrows the range of numbers that the next request can have, after more has become known about the latest
     * request.
     */
    void narrow(final int earliest, final int latest) {
        final int more = distance(earliest, expected);
        if (more > 0) {
            reach(earliest);
            markSeen(expected, more);
            expected = earliest & NUMBERS;
        }
        slack = Math.max(0, distance(latest, expected));
    }

    private void markSeen(final int psn, final int span) {
        int bit = psn & MASK;
        int left = Math.min(span, SIZE);
        while (left > 0) {
            final int inWord = Math.min(left, Long.SIZE - (bit & Long.SIZE - 1));
            seen[bit >> 6] |= -1L >>> Long.SIZE - inWord << bit;
            bit = bit + inWord & MASK;
            left -= inWord;
        }
    }

    /** Continues at the given number. The numbers before it are missing. */
    void skipTo(final int psn) {
        reach(psn);
        expected = psn & NUMBERS;
        slack = 0;
    }

    /**
     * Marks a packet as reported.
     *
     * @param psn the packet's number.
     * @return true if the packet had already been reported.
     */
    boolean markTold(final int psn) {
        reach(psn + 1);
        if (distance(psn, highest) < -SIZE) {
            return false;
        }
        final int word = (psn & MASK) >> 6;
        final long bit = 1L << psn;
        final boolean before = (told[word] & bit) != 0;
        told[word] |= bit;
        return before;
    }

    /** Advances the rings so that they end before the given number. */
    void reach(final int number) {
        if (!reached) {
            reached = true;
            highest = number & NUMBERS;
            return;
        }
        final int ahead = distance(number, highest);
        if (ahead <= 0) {
            return;
        }
        if (ahead >= SIZE) {
            Arrays.fill(seen, 0);
            Arrays.fill(told, 0);
        } else {
            forget(highest & MASK, ahead);
        }
        highest = number & NUMBERS;
    }

    /**
     * Clears a range of bits in the rings. It clears entire words where possible, because a packet may claim to use
     * thousands of numbers.
     */
    private void forget(final int first, final int count) {
        int bit = first;
        int left = count;
        while (left > 0) {
            final int inWord = Math.min(left, Long.SIZE - (bit & Long.SIZE - 1));
            final long kept = ~(-1L >>> Long.SIZE - inWord << bit);
            seen[bit >> 6] &= kept;
            told[bit >> 6] &= kept;
            bit = bit + inWord & MASK;
            left -= inWord;
        }
    }
}
