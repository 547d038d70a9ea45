// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import java.util.Arrays;

/**
 * Follows the packet sequence numbers of the requests of one direction, and remembers which of the latest were reported
 * to the listener.
 *
 * <pre>
 *   ... ──────┬──────────── SIZE numbers ───────────┬──────▶ numbers, modulo 2^24
 *    forgotten│ reported: a bit each, ring of SIZE │ highest
 *             │               ▲ expected, lower than highest while the sender repeats itself
 * </pre>
 */
final class SequenceWindow {
    /** How far back a sender may go: numbers further away are a new sequence. */
    static final int SIZE = 1 << 14;

    private static final int MASK = SIZE - 1;
    private static final int HALF = 1 << 23;

    private final long[] told = new long[SIZE / Long.SIZE];
    private boolean started;
    private int expected;
    private int slack;
    private int highest;

    /** Returns how far {@code a} is in front of {@code b}: negative if it is behind. */
    static int distance(final int a, final int b) {
        return (a - b << 8) >> 8;
    }

    boolean started() {
        return started;
    }

    /** Returns the number behind the furthest that was seen. */
    int highest() {
        return highest;
    }

    /** Returns true if an answer is to a request that was not seen. */
    boolean isBeyond(final int psn) {
        return started && isNear(psn) && distance(psn, highest) >= slack;
    }

    /** Returns true if a packet would be a repeat. */
    boolean isBehind(final int psn) {
        return started && isNear(psn) && distance(psn, highest) < 0;
    }

    /** Returns true if a number continues this sequence, at least roughly. */
    boolean isNear(final int psn) {
        final int distance = distance(psn, highest);
        return distance >= -SIZE && distance < HALF / 2;
    }

    /**
     * Takes the next request packet.
     *
     * @param psn      its number.
     * @param span     how many numbers it takes up, at least.
     * @param moreSpan how many more it may take up.
     * @return true if it follows the packet before it without a gap.
     */
    boolean advance(final int psn, final int span, final int moreSpan) {
        final boolean first = !started;
        final int ahead = distance(psn, expected);
        boolean inOrder = first || ahead <= slack;
        if (first || !isNear(psn)) {
            Arrays.fill(told, 0);
            inOrder = first;
            highest = psn;
            started = true;
        }
        expected = psn + span;
        slack = moreSpan;
        reach(expected);
        return inOrder;
    }

    /**
     * Marks a packet as reported.
     *
     * @param psn its number.
     * @return true if it had been reported before.
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

    private void reach(final int number) {
        final int ahead = distance(number, highest);
        if (ahead <= 0) {
            return;
        }
        if (ahead >= SIZE) {
            Arrays.fill(told, 0);
        } else {
            forget(highest & MASK, ahead);
        }
        highest = number;
    }

    /** Clears bits of the ring, word by word: a packet may say that it takes up thousands of numbers. */
    private void forget(final int first, final int count) {
        int bit = first;
        int left = count;
        while (left > 0) {
            final int inWord = Math.min(left, Long.SIZE - (bit & Long.SIZE - 1));
            told[bit >> 6] &= ~(-1L >>> Long.SIZE - inWord << bit);
            bit = bit + inWord & MASK;
            left -= inWord;
        }
    }
}
