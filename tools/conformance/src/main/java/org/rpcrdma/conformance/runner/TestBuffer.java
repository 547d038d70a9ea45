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
 * A row's memory between two guards that must stay unchanged:
 *
 * <pre>
 * | guard, a page | ... length bytes, from the start of a page ... | guard, a page |
 * </pre>
 */
public final class TestBuffer implements AutoCloseable {
    /** Bytes of each guard. */
    public static final int GUARD = 4096;

    private static final byte GUARD_BYTE = (byte) 0xa5;

    private final MemoryBlock block;
    private final ByteBuffer bytes;
    private final int length;

    /**
     * Creates the buffer and its guards, and fills it with zeros.
     *
     * @param block  a block of {@link #blockLength} bytes; closed with the buffer.
     * @param length the length of the buffer in bytes.
     */
    public TestBuffer(final MemoryBlock block, final int length) {
        this.block = block;
        this.length = length;
        bytes = block.buffer();
        for (int i = 0; i < bytes.capacity(); i++) {
            bytes.put(i, isGuard(i) ? GUARD_BYTE : 0);
        }
    }

    /** Returns the bytes of the block for a buffer. */
    public static long blockLength(final int length) {
        return length + 2L * GUARD;
    }

    /**
     * Returns the address of the buffer.
     *
     * @return the native address, which is page-aligned.
     */
    public long address() {
        return block.address() + GUARD;
    }

    /**
     * Returns the length of the buffer.
     *
     * @return bytes.
     */
    public int length() {
        return length;
    }

    /**
     * Registers the whole buffer at its native address.
     *
     * @param domain the domain.
     * @param access {@link org.rpcrdma.verbs.Access} rights.
     * @return the region.
     */
    public ExtendedMemoryRegion register(final ExtendedProtectionDomain domain, final int access) {
        return domain.registerMemory(address(), length, address(), access);
    }

    /**
     * Registers the buffer like {@link #register}, but with the call that takes {@link MemoryRegionAttributes}.
     *
     * @param domain the domain.
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
     * @param offset the offset in the buffer.
     * @return the byte.
     */
    public byte get(final int offset) {
        return bytes.get(GUARD + offset);
    }

    /**
     * Writes 8 bytes in native order.
     *
     * @param offset the offset in the buffer.
     * @param value the bytes.
     */
    public void putLong(final int offset, final long value) {
        bytes.duplicate().order(ByteOrder.nativeOrder()).putLong(GUARD + offset, value);
    }

    /**
     * Reads 8 bytes in native order.
     *
     * @param offset the offset in the buffer.
     * @return the bytes.
     */
    public long getLong(final int offset) {
        return bytes.duplicate().order(ByteOrder.nativeOrder()).getLong(GUARD + offset);
    }

    /** Discards all pages of the buffer, which then read as zero. */
    public void discard() {
        block.discard(GUARD, length);
    }

    /**
     * Expects the whole buffer to contain one byte, and the guards to be unchanged.
     *
     * @param value the byte.
     */
    public void expect(final int value) {
        expect(0, length, value);
    }

    /**
     * Expects a range to contain one byte, and the guards to be unchanged.
     *
     * @param offset the offset of the range.
     * @param count the number of bytes.
     * @param value the byte.
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
