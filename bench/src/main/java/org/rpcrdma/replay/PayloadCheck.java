// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.Arrays;
import org.agrona.DirectBuffer;

/** Compares received bytes with captured bytes, and counts the messages that differ. */
final class PayloadCheck {
    /** The number of bytes per comparison, which fit into a processor's first-level cache. */
    private static final int PART = 1024;

    /** A copy of the received bytes. It is an array because every JIT compiler compares arrays many bytes at a time. */
    private final byte[] arrived = new byte[PART];

    private long bytes;
    private long corruptions;

    /** Compares one message or chunk. A wrong length or any wrong byte counts as one corruption. */
    void compare(final byte[] captured, final DirectBuffer buffer, final int offset, final int length) {
        compared(length, length == captured.length && matches(captured, 0, buffer, offset, length));
    }

    /** Counts one compared message or chunk. */
    void compared(final int length, final boolean same) {
        bytes += length;
        if (!same) {
            corruptions++;
        }
    }

    /** Returns true if the received bytes equal the captured bytes from the given position. */
    boolean matches(
            final byte[] captured, final int from, final DirectBuffer buffer, final int offset, final int length) {
        if (length < 0 || length > captured.length - from) {
            return false;
        }
        for (int done = 0; done < length; done += PART) {
            final int bytes = Math.min(PART, length - done);
            buffer.getBytes(offset + done, arrived, 0, bytes);
            if (!Arrays.equals(captured, from + done, from + done + bytes, arrived, 0, bytes)) {
                return false;
            }
        }
        return true;
    }

    long bytes() {
        return bytes;
    }

    long corruptions() {
        return corruptions;
    }
}
