// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.rpcrdma.rnic.RnicDevice;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;

/** Mapped memory between two guards, whose bytes must not change. */
final class GuardedBuffer implements AutoCloseable {
    static final int LKEY = KeyTable.LOCAL_DMA_LKEY;

    static final int GUARD = 4096;
    private static final byte GUARD_BYTE = (byte) 0xa5;

    final int length;
    final long iova;
    private final RnicDevice device;
    private final MemoryBlock block;
    private final int start;
    private final DmaDirection direction;
    private final long mapped;

    GuardedBuffer(final RnicDevice device, final int length) {
        this(device, length, 0, DmaDirection.BIDIRECTIONAL);
    }

    GuardedBuffer(final RnicDevice device, final int length, final int offsetInPage, final DmaDirection direction) {
        this.device = device;
        this.length = length;
        this.direction = direction;
        start = GUARD + offsetInPage;
        block = device.memory().allocate(start + length + GUARD, 4096);
        final ByteBuffer bytes = block.buffer();
        for (int i = 0; i < bytes.capacity(); i++) {
            bytes.put(i, GUARD_BYTE);
        }
        for (int i = 0; i < length; i++) {
            bytes.put(start + i, (byte) 0);
        }
        mapped = device.dma().map(block.address(), block.length(), direction);
        iova = mapped + start;
    }

    /** Fills the buffer with bytes that depend on a seed and on each byte's offset. */
    GuardedBuffer fill(final int seed) {
        final ByteBuffer bytes = block.buffer();
        for (int i = 0; i < length; i++) {
            bytes.put(start + i, pattern(seed, i));
        }
        return this;
    }

    /**
     * Asserts that a range contains the bytes that {@link #fill} wrote at an offset of another buffer, and that all
     * bytes outside the range are 0.
     */
    void assertHolds(final int seed, final int at, final int from, final int count) {
        final ByteBuffer bytes = block.buffer();
        for (int i = 0; i < length; i++) {
            final byte expected = i >= at && i < at + count ? pattern(seed, from + i - at) : 0;
            assertEquals(expected, bytes.get(start + i), "byte " + i + " of " + length);
        }
        assertGuards();
    }

    void assertGuards() {
        final ByteBuffer bytes = block.buffer();
        for (int i = 0; i < start; i++) {
            assertEquals(GUARD_BYTE, bytes.get(i), "guard before, byte " + i);
        }
        for (int i = start + length; i < bytes.capacity(); i++) {
            assertEquals(GUARD_BYTE, bytes.get(i), "guard behind, byte " + i);
        }
    }

    void unmap() {
        device.dma().unmap(mapped, block.length(), direction);
    }

    MemoryBlock block() {
        return block;
    }

    @Override
    public void close() {
        unmap();
        block.close();
    }

    static byte pattern(final int seed, final int i) {
        return (byte) (1 + (seed * 31 + i * 7 + (i >> 8)) % 100);
    }
}
