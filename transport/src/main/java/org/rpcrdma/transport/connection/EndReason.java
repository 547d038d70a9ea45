// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import org.rpcrdma.transport.EndCause;

/**
 * The reason why a connection ends. A connection often detects the consequences of a failure before its cause, so a
 * better explanation replaces an earlier reason.
 */
final class EndReason {
    /** The rank of a flush. Its cause is reported later, by an event or a failed completion. */
    static final int FLUSH = 0;

    /** The rank of a disconnection, which may result from a local failure that is reported later. */
    static final int EVENT = 1;

    /** The rank of a final explanation. */
    static final int CAUSE = 2;

    private String text;
    private EndCause cause;
    private int rank = FLUSH - 1;

    /** Replaces the reason if the new reason explains more. */
    void explain(final EndCause reasonCause, final String reason, final int reasonRank) {
        if (isBelow(reasonRank)) {
            cause = reasonCause;
            text = reason;
            rank = reasonRank;
        }
    }

    /** Sets a reason unless a reason is already set. */
    void fallBackTo(final EndCause reasonCause, final String reason) {
        if (text == null) {
            explain(reasonCause, reason, FLUSH);
        }
    }

    /** Returns true if a reason of the given rank would explain more. */
    boolean isBelow(final int reasonRank) {
        return rank < reasonRank;
    }

    /** Returns the cause, or null if no reason is set. */
    EndCause cause() {
        return cause;
    }

    @Override
    public String toString() {
        return text;
    }
}
