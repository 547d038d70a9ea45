// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * Decides if the capture holds all of a connection, for all that ask.
 *
 * <p>A connection has a gap as long as a request is missing that was sent before others: its sender may repeat it. It
 * is damaged once something is missing for good: its receiver had it, or only a part of it was captured.
 */
final class Wholeness {
    private MissingPackets first;
    private MissingPackets second;
    private boolean hasBeginning;

    /** Adds what is missing of a direction. */
    void add(final MissingPackets ofDirection) {
        if (first == null) {
            first = ofDirection;
        } else {
            second = ofDirection;
        }
    }

    /** Notes that the connection's request and its reply are in the capture. */
    void begun() {
        hasBeginning = true;
    }

    /** Returns true if both directions are in the capture, and nothing of them is missing. */
    boolean isGapless() {
        return second != null && first.isNone() && second.isNone();
    }

    /** Returns true if something is missing that nobody will repeat. */
    boolean isDamaged() {
        return second == null || first.isForGood() || second.isForGood();
    }

    /** Returns the gaps of both directions. */
    long gaps() {
        return first.gaps() + (second == null ? 0 : second.gaps());
    }

    /** The connection has ended: nobody repeats what is missing. */
    void end() {
        first.end();
        if (second != null) {
            second.end();
        }
    }

    /** Returns what is to be told of a connection at its end. */
    CapturedWholeness of(final int connection) {
        return new CapturedWholeness(connection, hasBeginning, isDamaged());
    }
}
