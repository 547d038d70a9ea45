// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import org.rpcrdma.transport.EndCause;

/**
 * Why a connection ends. Consequences are often seen before their cause: a reason gives way to a better explanation.
 */
final class EndReason {
    /** A flush is the consequence of something that is reported later, by an event or a failed completion. */
    static final int FLUSH = 0;

    /** A disconnection may be the consequence of this side's own failure, which is reported later. */
    static final int EVENT = 1;

    /** Nothing explains more. */
    static final int CAUSE = 2;

    private String text;
    private EndCause cause;
    private int rank = FLUSH - 1;

    /** Takes a reason that explains more than the one before. */
    void explain(final EndCause reasonCause, final String reason, final int reasonRank) {
        if (isBelow(reasonRank)) {
            cause = reasonCause;
            text = reason;
            rank = reasonRank;
        }
    }

    /** Takes a reason if there is none. */
    void fallBackTo(final EndCause reasonCause, final String reason) {
        if (text == null) {
            explain(reasonCause, reason, FLUSH);
        }
    }

    /** Returns true if a reason of a rank would explain more. */
    boolean isBelow(final int reasonRank) {
        return rank < reasonRank;
    }

    /** Returns the kind of the reason; null if there is none. */
    EndCause cause() {
        return cause;
    }

    @Override
    public String toString() {
        return text;
    }
}
