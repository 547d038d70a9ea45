// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;
import org.rpcrdma.verbs.extended.MemoryRegionAttributes;

/**
 * A row's memory, between two guards that must remain unchanged:
 *
 * <pre>
 * | guard, a page | ... length bytes, from the start of a page ... | guard, a page |
 * </pre>
 */
public final class TestBuffer implements AutoCloseable {
    /** The length of each guard, in bytes. */
    public static final int GUARD = 4096;

    private static final byte GUARD_BYTE = (byte) 0xa5;

    private final MemoryBlock block;
    private final ByteBuffer bytes;
    private final int length;

    /**
     * Creates the buffer and its guards, and fills the buffer with zeros.
     *
     * @param block  a block of {@link #blockLength} bytes, which is closed together with the buffer.
     * @param length the buffer's length, in bytes.
     */
    public TestBuffer(final MemoryBlock block, final int length) {
        this.block = block;
        this.length = length;
        bytes = block.buffer();
        for (int i = 0; i < bytes.capacity(); i++) {
            bytes.put(i, isGuard(i) ? GUARD_BYTE : 0);
        }
    }

    /** Returns the length, in bytes, of the block that a buffer requires. */
    public static long blockLength(final int length) {
        return length + 2L * GUARD;
    }

    /**
     * Returns the buffer's address.
     *
     * @return the native address, which is page-aligned.
     */
    public long address() {
        return block.address() + GUARD;
    }

    /**
     * Returns the buffer's length.
     *
     * @return the length, in bytes.
     */
    public int length() {
        return length;
    }

    /**
     * Registers the whole buffer at its native address.
     *
     * @param domain the protection domain.
     * @param access {@link org.rpcrdma.verbs.Access} rights.
     * @return the region.
     */
    public ExtendedMemoryRegion register(final ExtendedProtectionDomain domain, final int access) {
        return domain.registerMemory(address(), length, address(), access);
    }

    /**
     * Registers the buffer as {@link #register} does, but passes {@link MemoryRegionAttributes}.
     *
     * @param domain the protection domain.
     * @param access {@link org.rpcrdma.verbs.Access} rights.
     * @return the region.
     */
    public ExtendedMemoryRegion registerByAttributes(final ExtendedProtectionDomain domain, final int access) {
        return domain.registerMemory(new MemoryRegionAttributes(address(), length, access));
    }

    /**
     * Fills the buffer with a byte.
     *
     * @param value the byte.
     */
    public void fill(final int value) {
        for (int i = 0; i < length; i++) {
            bytes.put(GUARD + i, (byte) value);
        }
    }

    /**
     * Reads a byte.
     *
     * @param offset the offset within the buffer.
     * @return the byte.
     */
    public byte get(final int offset) {
        return bytes.get(GUARD + offset);
    }

    /**
     * Writes 8 bytes in native byte order.
     *
     * @param offset the offset within the buffer.
     * @param value  the bytes.
     */
    public void putLong(final int offset, final long value) {
        bytes.duplicate().order(ByteOrder.nativeOrder()).putLong(GUARD + offset, value);
    }

    /**
     * Reads 8 bytes in native byte order.
     *
     * @param offset the offset within the buffer.
     * @return the bytes.
     */
    public long getLong(final int offset) {
        return bytes.duplicate().order(ByteOrder.nativeOrder()).getLong(GUARD + offset);
    }

    /** Discards all of the buffer's pages, which then read as zeros. */
    public void discard() {
        block.discard(GUARD, length);
    }

    /**
     * Expects every byte in the buffer to have the same value, and the guards to be unchanged.
     *
     * @param value the value of the bytes.
     */
    public void expect(final int value) {
        expect(0, length, value);
    }

    /**
     * Expects every byte in a range to have the same value, and the guards to be unchanged.
     *
     * @param offset the offset of the range.
     * @param count  the number of bytes.
     * @param value  the value of the bytes.
     */
    public void expect(final int offset, final int count, final int value) {
        for (int i = offset; i < offset + count; i++) {
            if (bytes.get(GUARD + i) != (byte) value) {
                throw new RowFailure(
                        "memory: offset=" + i + " expected=" + (byte) value + " actual=" + bytes.get(GUARD + i));
            }
        }
        expectGuards();
    }

    /** Expects the guards to be unchanged. */
    public void expectGuards() {
        for (int i = 0; i < bytes.capacity(); i++) {
            if (isGuard(i) && bytes.get(i) != GUARD_BYTE) {
                throw new RowFailure(
                        "bytes outside the buffer were written: offset=" + (i - GUARD) + " length=" + length);
            }
        }
    }

    private boolean isGuard(final int i) {
        return i < GUARD || i >= GUARD + length;
    }

    @Override
    public void close() {
        block.close();
    }
}
