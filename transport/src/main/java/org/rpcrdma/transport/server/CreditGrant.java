// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.function.IntUnaryOperator;
import org.rpcrdma.arena.ArenaExhaustedException;
import org.rpcrdma.transport.connection.ConnectionReceives;
import org.rpcrdma.verbs.VerbsException;

/**
 * The credits that a connection of a server grants with its replies (RFC 8166, section 3.3.1). A Receive is posted for
 * each credit before the credit is granted.
 */
final class CreditGrant {
    private final int receivesBeside;
    private final IntUnaryOperator buffersFor;
    private int granted;

    /**
     * @param credits        the number of credits granted at first.
     * @param receivesBeside the number of Receives posted in addition to one per credit.
     * @param buffersFor     returns the number of buffers to reserve for a number of credits.
     */
    CreditGrant(final int credits, final int receivesBeside, final IntUnaryOperator buffersFor) {
        granted = credits;
        this.receivesBeside = receivesBeside;
        this.buffersFor = buffersFor;
    }

    /** Returns the number of credits granted now. */
    int granted() {
        return granted;
    }

    /** Returns the number of Receives posted for the credits. */
    int receives() {
        return granted + receivesBeside;
    }

    /** Returns the number of buffers reserved for the credits. */
    int reservedBuffers() {
        return buffersFor.applyAsInt(granted);
    }

    /**
     * Changes the number of credits granted with subsequent replies. If the number decreases, Receives remain posted,
     * but are not replaced after they complete: the peer may use its old credits until it learns of the new number.
     *
     * @param receives the connection's Receives, which are resized first.
     * @return false if buffers are unavailable; the number is then unchanged.
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
