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
 * Memory of a row's between two guards that nothing may write:
 *
 * <pre>
 * | guard, a page | ... length bytes, from a page's begin ... | guard, a page |
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
     * Lays guards around the buffer, and fills it with zeros.
     *
     * @param block  of {@link #blockLength} bytes; closed with this.
     * @param length bytes of the buffer.
     */
    public TestBuffer(final MemoryBlock block, final int length) {
        this.block = block;
        this.length = length;
        bytes = block.buffer();
        for (int i = 0; i < bytes.capacity(); i++) {
            bytes.put(i, isGuard(i) ? GUARD_BYTE : 0);
        }
    }

    /** Returns the bytes of the block that a buffer needs. */
    public static long blockLength(final int length) {
        return length + 2L * GUARD;
    }

    /**
     * Returns the address of the buffer.
     *
     * @return its native address, a page's begin.
     */
    public long address() {
        return block.address() + GUARD;
    }

    /**
     * Returns how long it is.
     *
     * @return bytes.
     */
    public int length() {
        return length;
    }

    /**
     * Registers all of it under its own address.
     *
     * @param domain the domain.
     * @param access {@link org.rpcrdma.verbs.Access} rights.
     * @return the region.
     */
    public ExtendedMemoryRegion register(final ExtendedProtectionDomain domain, final int access) {
        return domain.registerMemory(address(), length, address(), access);
    }

    /**
     * As {@link #register}, by the call that takes {@link MemoryRegionAttributes}.
     *
     * @param domain the domain.
     * @param access {@link org.rpcrdma.verbs.Access} rights.
     * @return the region.
     */
    public ExtendedMemoryRegion registerByAttributes(final ExtendedProtectionDomain domain, final int access) {
        return domain.registerMemory(new MemoryRegionAttributes(address(), length, access));
    }

    /**
     * Fills it with one byte.
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
     * Puts 8 bytes, in the processor's order.
     *
     * @param offset the offset in the buffer.
     * @param value  the bytes.
     */
    public void putLong(final int offset, final long value) {
        bytes.duplicate().order(ByteOrder.nativeOrder()).putLong(GUARD + offset, value);
    }

    /**
     * Reads 8 bytes, in the processor's order.
     *
     * @param offset the offset in the buffer.
     * @return the bytes.
     */
    public long getLong(final int offset) {
        return bytes.duplicate().order(ByteOrder.nativeOrder()).getLong(GUARD + offset);
    }

    /**
     * Takes the pages of all of it away; they read as zero then.
     */
    public void discard() {
        block.discard(GUARD, length);
    }

    /**
     * Expects all of it to hold one byte, and the guards to be whole.
     *
     * @param value the byte.
     */
    public void expect(final int value) {
        expect(0, length, value);
    }

    /**
     * Expects a range to hold one byte, and the guards to be whole.
     *
     * @param offset the offset of the range.
     * @param count  its bytes.
     * @param value  the byte.
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

    /** Expects the guards to be whole. */
    public void expectGuards() {
        for (int i = 0; i < bytes.capacity(); i++) {
            if (isGuard(i) && bytes.get(i) != GUARD_BYTE) {
                throw new RowFailure("written outside of the buffer: offset=" + (i - GUARD) + " length=" + length);
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
