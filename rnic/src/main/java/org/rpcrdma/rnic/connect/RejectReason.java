// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.connect;

/** The reasons for which the connection manager itself rejects a message (InfiniBand specification, 12.6.7.2). */
public final class RejectReason {
    /** The sender gave up waiting for an answer. */
    public static final int TIMEOUT = 4;

    public static final int UNSUPPORTED_REQUEST = 5;
    /** The message does not belong to a known connection. */
    public static final int INVALID_ID = 6;

    public static final int INVALID_TRANSPORT = 9;
    public static final int INVALID_GID = 12;
    public static final int INVALID_MTU = 26;
    /** The peer already has a connection with the request's number. */
    public static final int DUPLICATE_ID = 30;

    private RejectReason() {}
}
