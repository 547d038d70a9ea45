// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/** Compares what arrived with what was captured, byte for byte, and counts what differs. */
final class PayloadCheck {
    private final UnsafeBuffer expected = new UnsafeBuffer();
    private long bytes;
    private long corruptions;

    /** Compares one message or chunk; a difference, of length or of any byte, is one corruption. */
    void compare(final byte[] captured, final DirectBuffer buffer, final int offset, final int length) {
        compared(length, length == captured.length && matches(captured, 0, buffer, offset, length));
    }

    /** Counts one message or chunk that was compared. */
    void compared(final int length, final boolean same) {
        bytes += length;
        if (!same) {
            corruptions++;
        }
    }

    /** Returns true if bytes that arrived are those at a place of what was captured. */
    boolean matches(
            final byte[] captured, final int from, final DirectBuffer buffer, final int offset, final int length) {
        if (length < 0 || length > captured.length - from) {
            return false;
        }
        expected.wrap(captured, from, length);
        int i = 0;
        for (; i + Long.BYTES <= length; i += Long.BYTES) {
            if (expected.getLong(i) != buffer.getLong(offset + i)) {
                return false;
            }
        }
        for (; i < length; i++) {
            if (expected.getByte(i) != buffer.getByte(offset + i)) {
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
