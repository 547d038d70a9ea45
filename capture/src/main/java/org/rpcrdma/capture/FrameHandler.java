// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.concurrent.UnsafeBuffer;

/** Takes the frames of a capture file, in their order. */
interface FrameHandler {
    /**
     * Takes a frame; its bytes may be used only during the call.
     *
     * @param linkType       its link type, one of those that are accepted.
     * @param timestampNanos nanoseconds since 1970.
     * @param buffer         holds the bytes.
     * @param offset         the offset of their first byte.
     * @param captured       how many the capture holds.
     * @param original       how many there were on the wire, unsigned 32-bit.
     * @param onInterface    the number of the interface that captured it; 0 if the file tells none.
     */
    void onFrame(
            int linkType,
            long timestampNanos,
            UnsafeBuffer buffer,
            int offset,
            int captured,
            long original,
            int onInterface);

    /** Takes a frame of a link layer that is not read. */
    void onOtherFrame(long timestampNanos);
}
