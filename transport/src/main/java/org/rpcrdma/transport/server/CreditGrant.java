// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.server;

import java.util.function.IntUnaryOperator;
import org.rpcrdma.arena.ArenaExhaustedException;
import org.rpcrdma.transport.connection.ConnectionReceives;
import org.rpcrdma.verbs.VerbsException;

/**
 * The credits that a connection of a server grants with its replies (RFC 8166, section 3.3.1). Each is covered by a
 * Receive before its grant.
 */
final class CreditGrant {
    private final int receivesBeside;
    private final IntUnaryOperator buffersFor;
    private int granted;

    /**
     * @param credits        granted at first.
     * @param receivesBeside Receives that are posted beyond those of the credits.
     * @param buffersFor     returns the buffers that a number of credits reserves.
     */
    CreditGrant(final int credits, final int receivesBeside, final IntUnaryOperator buffersFor) {
        granted = credits;
        this.receivesBeside = receivesBeside;
        this.buffersFor = buffersFor;
    }

    /** Returns the credits that are granted now. */
    int granted() {
        return granted;
    }

    /** Returns the Receives that are posted for them. */
    int receives() {
        return granted + receivesBeside;
    }

    /** Returns the buffers that are reserved for them. */
    int reservedBuffers() {
        return buffersFor.applyAsInt(granted);
    }

    /**
     * Grants another number of credits with the replies from now on. Receives for fewer are not posted again: the peer
     * may use those that it has been granted until it reads of fewer.
     *
     * @param receives the connection's Receives, which are resized first.
     * @return false if buffers for more are unavailable: the number stays.
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
