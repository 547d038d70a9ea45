// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** What ended a connection, or kept it from coming about: the kinds of reasons that meters tell apart. */
public enum EndCause {
    /** This side's program ended it. */
    CLOSED,
    /** The peer ended it, or was gone before it said more. */
    DISCONNECTED,
    /** The peer refused the request to connect, or nobody listens there. */
    REJECTED,
    /** A reply, or the data of a Read list, did not come in time. */
    TIMEOUT,
    /** No message came for as long as the server's idle timeout. */
    IDLE,
    /** A work request failed: the peer does not answer, or refused an access. */
    TRANSPORT,
    /** The device failed, was removed, or does not do as it is told. */
    DEVICE,
    /** Memory or queue entries were unavailable. */
    RESOURCES,
    /** The peer broke a rule of the protocol. */
    PROTOCOL,
    /** A call could not be answered. */
    SERVICE
}
