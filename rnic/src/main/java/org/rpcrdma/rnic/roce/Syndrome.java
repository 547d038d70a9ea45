// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

/**
 * The first byte of the ACK extended transport header (AETH) (InfiniBand Architecture Specification, volume 1,
 * section 9.7.5.2.1).
 *
 * <pre>
 *   0 | 00 | credits   ACK: the encoded number of further messages that may be sent; 31 means no limit
 *   0 | 01 | timer     RNR NAK: the code of the time before a retry
 *   0 | 11 | code      NAK: the code of the error
 * </pre>
 */
public final class Syndrome {
    /** The mask for the kind, which is in the bits above the value. */
    public static final int KIND = 0xe0;
    /** The mask for the value. */
    public static final int VALUE = 0x1f;

    /** The kind of a positive acknowledgement. */
    public static final int ACKNOWLEDGED = 0;
    /** The kind of an RNR NAK, which reports that the receiver is not ready. */
    public static final int NOT_READY = 0x20;

    /** The syndrome of a positive acknowledgement from a responder without end-to-end flow control. */
    public static final int ACK = 0x1f;

    public static final int SEQUENCE_ERROR = 0x60;
    public static final int INVALID_REQUEST = 0x61;
    public static final int REMOTE_ACCESS_ERROR = 0x62;
    public static final int REMOTE_OPERATIONAL_ERROR = 0x63;

    private Syndrome() {}
}
