// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * The last byte of a message that a peer writes, which tells that it has landed: 1 to 127, then 1 again. Both sides
 * count in step.
 */
final class LandedByte {
    private static final byte FIRST = 1;

    private final UnsafeBuffer memory;
    private final int offset;
    private byte awaited = FIRST;

    /**
     * Makes a watch of a byte.
     *
     * @param memory of the device.
     * @param offset of the byte.
     */
    LandedByte(final UnsafeBuffer memory, final int offset) {
        this.memory = memory;
        this.offset = offset;
    }

    /** Returns the value that is awaited. */
    byte awaited() {
        return awaited;
    }

    /** Returns true if the awaited message has landed; the next one is awaited then. */
    boolean take() {
        if (memory.getByteVolatile(offset) != awaited) {
            return false;
        }
        awaited = awaited == Byte.MAX_VALUE ? FIRST : (byte) (awaited + 1);
        return true;
    }
}
