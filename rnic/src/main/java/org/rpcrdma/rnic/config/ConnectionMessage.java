// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.config;

import org.rpcrdma.verbs.Gid;

/**
 * A connection manager's message, as reported to {@link org.rpcrdma.rnic.DeviceTap}. This record omits some fields,
 * which can be read from the datagram.
 *
 * @param type            the kind of message.
 * @param departureNanos  the time of departure on the device's clock, in ns; never in the past.
 * @param source          the sender's address.
 * @param destination     the receiver's address.
 * @param localId         the sender's connection id.
 * @param remoteId        the receiver's connection id; 0 in a request.
 * @param queuePair       the number of the sender's queue pair; in {@link Type#DREQ}, the number of the receiver's
 *                        queue pair; 0 in messages without a queue pair.
 * @param destinationPort the destination port of a request; 0 in other messages.
 * @param reason          the reason for a rejection, {@link #CONSUMER_REJECT} or {@link #INVALID_SERVICE_ID}; 0 in
 *                        other messages.
 */
public record ConnectionMessage(
        Type type,
        long departureNanos,
        Gid source,
        Gid destination,
        int localId,
        int remoteId,
        int queuePair,
        int destinationPort,
        int reason) {
    /** No listener uses the port (InfiniBand specification, 12.6.7.2). */
    public static final int INVALID_SERVICE_ID = 8;
    /** The listener rejected the request, or the requester gave up. */
    public static final int CONSUMER_REJECT = 28;

    /** Kinds of messages. */
    public enum Type {
        /** Requests a connection. */
        REQ,
        /** Accepts a connection. */
        REP,
        /** Confirms an acceptance. */
        RTU,
        /** Rejects a connection. */
        REJ,
        /** Closes a connection. */
        DREQ,
        /** Confirms that a connection is closed. */
        DREP
    }
}
