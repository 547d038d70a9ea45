// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * The packets of one direction's requests that the capture does not hold: packets that a sender may still repeat, or
 * that are lost for good.
 */
final class MissingPackets {
    private boolean some;
    private int first;
    private boolean lost;
    private boolean answered;

    /** Notes a gap in the sequence numbers, in which the packet of this number is the first. */
    void gapAt(final int psn) {
        if (!some) {
            some = true;
            first = psn;
        }
    }

    /** Takes the next packet's number: a sender that goes back to the gap repeats all that was in it. */
    void next(final int psn) {
        if (!some) {
            return;
        }
        final int ahead = SequenceWindow.distance(psn, first);
        if (ahead <= 0 && ahead >= -SequenceWindow.SIZE) {
            some = false;
            answered = false;
        } else if (ahead > SequenceWindow.SIZE || ahead < 0) {
            lost = true;
        }
    }

    /** Takes the number of a request that the peer has answered, and with it all that are in front of it. */
    void answered(final int psn) {
        answered |= some && SequenceWindow.distance(psn, first) >= 0;
    }

    /** Notes that something is missing for good: cut by the snapshot length, or longer than there is memory for. */
    void lose() {
        lost = true;
    }

    /** Returns true if something is missing that nobody will repeat. */
    boolean isForGood() {
        return lost || answered;
    }

    boolean isNone() {
        return !some && !lost;
    }
}
