// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * A direction's request packets that were not captured. The sender may still repeat a missing packet; otherwise it is
 * missing permanently.
 *
 * <pre>
 *   numbers ── seen ──┤ gap ├── seen ──┤ gap ├── seen ──▶     a gap: from its first number up to the next number seen
 * </pre>
 */
final class MissingPackets {
    /**
     * The maximum number of gaps whose sequence numbers are kept. The numbers are needed because the missing packets
     * may still arrive.
     */
    private static final int MOST = 64;

    private final int[] from = new int[MOST];
    private final int[] to = new int[MOST];
    private int count;
    /** The number of gaps whose sequence numbers are no longer kept. */
    private long closed;

    private boolean cut;
    private boolean hasAnswer;
    /** The highest sequence number that the peer has answered. */
    private int answered;

    /** Records that numbers are missing, from {@code first} (inclusive) to {@code end} (exclusive). */
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

    /** Removes numbers from the gaps, from {@code first} (inclusive) to {@code end} (exclusive). */
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

    /** Records that the peer has answered a sequence number. This means that it has also answered all lower numbers. */
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

    /**
     * Returns the highest number that the peer has answered. The result is undefined if the peer has answered no
     * number.
     */
    int answered() {
        return answered;
    }

    /** Records that a packet was truncated. */
    void cut() {
        cut = true;
    }

    /** Ends the sequence. After that, the sender will not repeat any missing packet. */
    void end() {
        closed += count;
        count = 0;
    }

    /** Records a gap whose sequence numbers are unknown. */
    void lose() {
        closed++;
    }

    /** Returns true if at least one missing packet will never be repeated. */
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

    /** Returns the number of gaps. */
    long gaps() {
        return closed + count;
    }
}
