// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.rpcrdma.roce.Syndrome;

/**
 * The first byte of an acknowledgement's extended header (InfiniBand Architecture Specification, volume 1,
 * section 9.7.5.2.1).
 *
 * <pre>
 *   0 | 00 | credits   acknowledged: more messages than that may be sent, 31 for no limit
 *   0 | 01 | timer RNR NAK: retry after a time, by its code
 *   0 | 11 | code      refused
 * </pre>
 */
public final class AckSyndrome {
    /** Acknowledged, by a responder without end-to-end flow control. */
    public static final int ACK = Syndrome.ACK;
    /** A sequence error: the requester retransmits from the PSN of this packet. */
    public static final int SEQUENCE_ERROR = Syndrome.SEQUENCE_ERROR;
    /** The request is not one that the responder carries out. */
    public static final int INVALID_REQUEST = Syndrome.INVALID_REQUEST;
    /** The request names memory that it may not use. */
    public static final int REMOTE_ACCESS_ERROR = Syndrome.REMOTE_ACCESS_ERROR;
    /** The responder cannot carry the request out. */
    public static final int REMOTE_OPERATIONAL_ERROR = Syndrome.REMOTE_OPERATIONAL_ERROR;

    private AckSyndrome() {}

    /**
     * Returns the syndrome of an RNR NAK: the receiver is not ready.
     *
     * @param timer the code of the time to wait, 0 to 31.
     * @return the syndrome.
     */
    public static int rnrNak(final int timer) {
        return Syndrome.NOT_READY | timer & Syndrome.VALUE;
    }
}
