// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.function.IntUnaryOperator;
import org.rpcrdma.arena.ArenaExhaustedException;
import org.rpcrdma.transport.connection.ConnectionReceives;
import org.rpcrdma.verbs.VerbsException;

/**
 * The credits that a server's connection grants in its replies (RFC 8166, section 3.3.1). The connection posts a
 * Receive for each credit before it grants the credit.
 */
final class CreditGrant {
    private final int receivesBeside;
    private final IntUnaryOperator buffersFor;
    private int granted;

    /**
     * Creates the grant for a new connection.
     *
     * @param credits        the number of credits to grant initially.
     * @param receivesBeside the number of Receives posted in addition to one per credit.
     * @param buffersFor     returns the number of buffers to reserve for a number of credits.
     */
    CreditGrant(final int credits, final int receivesBeside, final IntUnaryOperator buffersFor) {
        granted = credits;
        this.receivesBeside = receivesBeside;
        this.buffersFor = buffersFor;
    }

    /** Returns the number of credits that are currently granted. */
    int granted() {
        return granted;
    }

    /** Returns the number of Receives to post, including one per credit. */
    int receives() {
        return granted + receivesBeside;
    }

    /** Returns the number of buffers reserved for the credits. */
    int reservedBuffers() {
        return buffersFor.applyAsInt(granted);
    }

    /**
     * Changes the number of credits granted in subsequent replies. If the number decreases, excess Receives remain
     * posted but are not replaced when they complete, because the peer may use its old credits until it receives the
     * new number.
     *
     * @param receives the connection's Receives, which are resized first.
     * @return false if buffers are unavailable, in which case the number is unchanged.
     */
    boolean grant(final int credits, final ConnectionReceives receives) {
        try {
            receives.resize(credits + receivesBeside, buffersFor.applyAsInt(credits));
        } catch (final VerbsException | ArenaExhaustedException e) {
            return false;
        }
        granted = credits;
        return true;
    }
}
