// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.capture;

import org.agrona.concurrent.UnsafeBuffer;

/** Receives the frames of a capture file in the order of the file. */
interface FrameHandler {
    /**
     * Called for each frame. The frame's bytes are valid only during the call.
     *
     * @param linkType the frame's link type, which is one of the accepted types.
     * @param timestampNanos nanoseconds since 1970.
     * @param buffer the buffer that contains the bytes.
     * @param offset         the offset of the first byte.
     * @param captured       the number of captured bytes.
     * @param original       the number of bytes on the wire, unsigned 32-bit.
     * @param onInterface    the number of the capturing interface; 0 if the file has no interfaces.
     */
    void onFrame(
            int linkType,
            long timestampNanos,
            UnsafeBuffer buffer,
            int offset,
            int captured,
            long original,
            int onInterface);

    /** Called for a frame with an unsupported link layer. */
    void onOtherFrame(long timestampNanos);
}
