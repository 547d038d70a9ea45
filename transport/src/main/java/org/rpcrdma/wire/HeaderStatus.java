// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

/**
 * The result of wrapping received bytes in a flyweight: {@link #VALID}, or the reason why the bytes are rejected.
 * Stateless.
 */
public final class HeaderStatus {
    /** The bytes contain a complete, well-formed header. */
    public static final int VALID = 0;
    /** The message is shorter than the fixed part of a header, so no field can be read. */
    public static final int TOO_SHORT = 1;
    /** The protocol version is not supported. */
    public static final int BAD_VERSION = 2;
    /** The protocol does not define this procedure or message type. */
    public static final int BAD_PROCEDURE = 3;
    /**
     * The fixed part of the header is complete, but the chunk lists or the error code extend beyond the end of the
     * message.
     */
    public static final int TRUNCATED = 4;
    /** A word that marks the next entry of a list, or the presence of a chunk, is neither 0 nor 1. */
    public static final int BAD_LIST = 5;
    /** The Write list contains more chunks than {@link RpcRdmaHeader#MAX_WRITE_CHUNKS}. */
    public static final int TOO_MANY_CHUNKS = 6;
    /** The protocol does not define this error code, reply status or reason. */
    public static final int BAD_CODE = 7;
    /** A credential or verifier is longer than the protocol allows. */
    public static final int BAD_AUTH = 8;

    private static final String[] NAMES = {
        "valid",
        "too short",
        "bad version",
        "bad procedure",
        "truncated",
        "bad list",
        "too many chunks",
        "bad code",
        "invalid authentication field"
    };

    private HeaderStatus() {}

    /**
     * Returns the name of a status for use in messages.
     *
     * @param status one of the constants of this class.
     * @return a short description.
     */
    public static String nameOf(final int status) {
        return status >= 0 && status < NAMES.length ? NAMES[status] : "status=" + status;
    }
}
