// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.config;

import org.rpcrdma.verbs.Gid;

/**
 * A message of a connection manager, as reported to {@link org.rpcrdma.rnic.DeviceTap}; the datagram has all
 * of its fields.
 *
 * @param type            the kind of message.
 * @param departureNanos  departure in nanoseconds of the device's clock; now or later.
 * @param source          the sender's address.
 * @param destination     the receiver's address.
 * @param localId         the sender's number of the connection.
 * @param remoteId        the receiver's; 0 in a request.
 * @param queuePair       the number of the sender's queue pair; in {@link Type#DREQ} the receiver's; else 0.
 * @param destinationPort the port that a request goes to, else 0.
 * @param reason          reason of a rejection, else 0: {@link #CONSUMER_REJECT}, {@link #INVALID_SERVICE_ID}.
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
    /** No listener on the port (InfiniBand specification, 12.6.7.2). */
    public static final int INVALID_SERVICE_ID = 8;
    /** The listener refused, or the requester has given up. */
    public static final int CONSUMER_REJECT = 28;

    /** Kinds of messages. */
    public enum Type {
        /** Requests a connection. */
        REQ,
        /** Accepts a connection. */
        REP,
        /** Confirms the acceptance. */
        RTU,
        /** Rejects a connection. */
        REJ,
        /** Closes a connection. */
        DREQ,
        /** Confirms the end. */
        DREP
    }
}
