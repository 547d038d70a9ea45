// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.model;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The expected contents of a host's memory block, and the ranges that the last step wrote. A failed operation may have
 * changed any bytes to which it had access. The contents of these bytes are therefore unspecified until they are
 * compared.
 */
final class ModelMemory {
    static final int PAGE = 4096;
    private static final VarHandle NUMBER = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());

    final long address;
    final byte[] bytes;
    final Ranges written = new Ranges();
    final Ranges unspecified = new Ranges();

    /** A list of ranges of the block, in no particular order. */
    static final class Ranges {
        int[] offsets = new int[16];
        int[] lengths = new int[16];
        int count;

        void add(final int offset, final int length) {
            if (count == offsets.length) {
                offsets = Arrays.copyOf(offsets, 2 * count);
                lengths = Arrays.copyOf(lengths, 2 * count);
            }
            offsets[count] = offset;
            lengths[count++] = length;
        }
    }

    ModelMemory(final long address, final byte[] bytes) {
        this.address = address;
        this.bytes = bytes;
    }

    boolean contains(final long start, final long length) {
        return start >= address && length <= bytes.length && start - address <= bytes.length - length;
    }

    void write(final int offset, final byte[] from, final int first, final int length) {
        System.arraycopy(from, first, bytes, offset, length);
        written.add(offset, length);
    }

    long number(final int offset) {
        return (long) NUMBER.get(bytes, offset);
    }

    void number(final int offset, final long value) {
        NUMBER.set(bytes, offset, value);
        written.add(offset, Long.BYTES);
    }

    static byte[] numberBytes(final long value) {
        final byte[] result = new byte[Long.BYTES];
        NUMBER.set(result, 0, value);
        return result;
    }
}
