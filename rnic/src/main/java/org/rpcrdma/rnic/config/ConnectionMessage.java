// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.config;

import org.rpcrdma.verbs.Gid;

/**
 * A message of a connection manager, as reported to {@link org.rpcrdma.rnic.DeviceTap}; the datagram has the remaining
 * fields.
 *
 * @param type           the kind of message.
 * @param departureNanos the time of departure, in ns of the device's clock; now or later.
 * @param source         the sender's address.
 * @param destination    the receiver's address.
 * @param localId        the sender's id of the connection.
 * @param remoteId       the receiver's id of the connection; 0 in a request.
 * @param queuePair      the number of the sender's queue pair; in {@link Type#DREQ}, the number of the receiver's; 0 in
 * messages without one.
 * @param destinationPort the destination port of a request; 0 in other messages.
 * @param reason          the reason of a rejection, {@link #CONSUMER_REJECT} or {@link #INVALID_SERVICE_ID}; 0 in other
 * messages.
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
    /** The listener rejected the request, or the requester has given up. */
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
