// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** The cause of a connection's end, or of its failed set-up, by kind. Meters count ends by these kinds. */
public enum EndCause {
    /** The program on this side closed the connection. */
    CLOSED,
    /** The peer closed the connection, or vanished without a reason. */
    DISCONNECTED,
    /** The peer rejected the connection request, or no program listens at the address. */
    REJECTED,
    /** A reply, or the data of a Read list, did not arrive in time. */
    TIMEOUT,
    /** No message arrived within the server's idle timeout. */
    IDLE,
    /** A work request failed: the peer does not respond, or rejected an access. */
    TRANSPORT,
    /** The device failed, was removed, or misbehaved. */
    DEVICE,
    /** Memory or queue entries were unavailable. */
    RESOURCES,
    /** The peer broke a rule of the protocol. */
    PROTOCOL,
    /** The service could not answer a call. */
    SERVICE
}
