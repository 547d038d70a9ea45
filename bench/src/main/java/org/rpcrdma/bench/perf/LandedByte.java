// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Watches the last byte of a message that a peer writes. The message has arrived when the byte has changed. The byte
 * counts from 1 to 127 and then starts again at 1, in step on both sides.
 */
final class LandedByte {
    private static final byte FIRST = 1;

    private final UnsafeBuffer memory;
    private final int offset;
    private byte awaited = FIRST;

    /**
     * Watches a byte.
     *
     * @param memory the device's memory.
     * @param offset the byte's offset.
     */
    LandedByte(final UnsafeBuffer memory, final int offset) {
        this.memory = memory;
        this.offset = offset;
    }

    /** Returns the awaited value. */
    byte awaited() {
        return awaited;
    }

    /** Returns true if the awaited message has arrived, and then awaits the next message. */
    boolean take() {
        if (memory.getByteVolatile(offset) != awaited) {
            return false;
        }
        awaited = awaited == Byte.MAX_VALUE ? FIRST : (byte) (awaited + 1);
        return true;
    }
}
