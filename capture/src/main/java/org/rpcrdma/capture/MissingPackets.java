// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * The packets of one direction's requests that the capture does not hold: packets that a sender may still repeat, or
 * that are lost for good.
 *
 * <pre>
 *   numbers ── seen ──┤ gap ├── seen ──┤ gap ├── seen ──▶     a gap: from its first number up to the next seen one
 * </pre>
 */
final class MissingPackets {
    /** Gaps whose places are kept: those of which a packet may still come. */
    private static final int MOST = 64;

    private final int[] from = new int[MOST];
    private final int[] to = new int[MOST];
    private int count;
    /** Gaps that are forgotten. */
    private long closed;

    private boolean cut;
    private boolean hasAnswer;
    /** The highest number that the peer has answered. */
    private int answered;

    /** Notes that the numbers from one up to another, without that, are missing. */
    void add(final int first, final int end) {
        if (SequenceWindow.distance(end, first) <= 0) {
            return;
        }
        if (count == MOST) {
            remove(0);
            closed++;
        }
        from[count] = first;
        to[count++] = end;
    }

    /** Takes the numbers of a request that was missing, if it was: from one up to another, without that. */
    void fill(final int first, final int end) {
        for (int i = count - 1; i >= 0; i--) {
            final int gapEnd = to[i];
            final boolean isBefore = SequenceWindow.distance(from[i], first) < 0;
            final boolean isBehind = SequenceWindow.distance(gapEnd, end) > 0;
            if (SequenceWindow.distance(gapEnd, first) <= 0 || SequenceWindow.distance(from[i], end) >= 0) {
                continue;
            }
            if (isBefore) {
                to[i] = first;
                if (isBehind) {
                    add(end, gapEnd);
                }
            } else if (isBehind) {
                from[i] = end;
            } else {
                remove(i);
            }
        }
    }

    private void remove(final int gap) {
        count--;
        System.arraycopy(from, gap + 1, from, gap, count - gap);
        System.arraycopy(to, gap + 1, to, gap, count - gap);
    }

    /** Takes the number of a request that the peer has answered, and with it all that are in front of it. */
    void answered(final int psn) {
        if (!hasAnswer || SequenceWindow.distance(psn, answered) > 0) {
            hasAnswer = true;
            answered = psn;
        }
    }

    /** Returns true if the peer has answered a number. */
    boolean isAnswered(final int psn) {
        return hasAnswer && SequenceWindow.distance(answered, psn) >= 0;
    }

    /** Returns the highest number that the peer has answered; only if it has answered any. */
    int answered() {
        return answered;
    }

    /** Notes that the end of a packet is not in the capture. */
    void cut() {
        cut = true;
    }

    /** Ends the sequence: nobody repeats what is missing. */
    void end() {
        closed += count;
        count = 0;
    }

    /** Notes a gap that has no place in the sequence. */
    void lose() {
        closed++;
    }

    /** Returns true if something is missing that nobody will repeat. */
    boolean isForGood() {
        if (cut || closed > 0) {
            return true;
        }
        for (int i = 0; i < count; i++) {
            if (isAnswered(from[i])) {
                return true;
            }
        }
        return false;
    }

    boolean isNone() {
        return count == 0 && !cut && closed == 0;
    }

    /** Returns the gaps. */
    long gaps() {
        return closed + count;
    }
}
