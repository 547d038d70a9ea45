/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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

    /** Whether bytes that arrived are those at a place of what was captured. */
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
