// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

/**
 * Determines whether a connection was captured completely.
 *
 * <p>A connection has a gap while an earlier request is missing that its sender may still repeat. It is damaged if a
 * packet was captured only in part, or if a packet is missing permanently because its receiver received it.
 */
final class Wholeness {
    private MissingPackets first;
    private MissingPackets second;
    private boolean hasBeginning;

    /** Adds the packets that are missing in one direction. */
    void add(final MissingPackets ofDirection) {
        if (first == null) {
            first = ofDirection;
        } else {
            second = ofDirection;
        }
    }

    /** Records that the connection's request and reply were captured. */
    void begun() {
        hasBeginning = true;
    }

    /** Returns true if both directions were captured without missing packets. */
    boolean isGapless() {
        return second != null && first.isNone() && second.isNone();
    }

    /** Returns true if at least one missing packet will never be repeated. */
    boolean isDamaged() {
        return second == null || first.isForGood() || second.isForGood();
    }

    /** Returns the number of gaps in both directions. */
    long gaps() {
        return first.gaps() + (second == null ? 0 : second.gaps());
    }

    /** Records that the connection has ended. After that, no missing packet will be repeated. */
    void end() {
        first.end();
        if (second != null) {
            second.end();
        }
    }

    /** Returns the final report for a connection. */
    CapturedWholeness of(final int connection) {
        return new CapturedWholeness(connection, hasBeginning, isDamaged());
    }
}
