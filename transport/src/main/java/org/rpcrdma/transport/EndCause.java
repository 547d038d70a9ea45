// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

/** The reason why a connection ended or could not be established. Meters count ended connections by cause. */
public enum EndCause {
    /** The local program closed the connection. */
    CLOSED,
    /** The peer closed the connection, or the connection was lost for an unknown reason. */
    DISCONNECTED,
    /** The peer rejected the connection request, or no server listens at the address. */
    REJECTED,
    /** A reply did not arrive in time, or the data of a Read list could not be fetched in time. */
    TIMEOUT,
    /** No message arrived within the server's idle timeout. */
    IDLE,
    /** A work request failed because the peer did not respond or rejected an access. */
    TRANSPORT,
    /** The device failed, was removed, or misbehaved. */
    DEVICE,
    /** Memory or queue entries were unavailable. */
    RESOURCES,
    /** The peer violated the protocol. */
    PROTOCOL,
    /** The service could not answer a call. */
    SERVICE
}
