// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** A field of a datagram: up to 64 bits within 8 bytes, most significant bit first. */
public final class Field {
    private final int offset;
    private final int bytes;
    private final int shift;
    private final long mask;

    /**
     * Defines a field.
     *
     * @param offset the offset of the field's first byte in the datagram.
     * @param bit    the field's first bit in this byte; 0 is the most significant bit.
     * @param width  the number of bits.
     */
    Field(final int offset, final int bit, final int width) {
        this.offset = offset;
        bytes = bit + width + Byte.SIZE - 1 >> 3;
        shift = bytes * Byte.SIZE - bit - width;
        mask = -1L >>> Long.SIZE - width;
    }

    /** Returns the field's value in the datagram that begins at the given offset of a buffer. */
    public long getLong(final DirectBuffer buffer, final int datagram) {
        return word(buffer, datagram) >>> shift & mask;
    }

    /** Returns the value as an int. The field must not have more than 32 bits. */
    public int get(final DirectBuffer buffer, final int datagram) {
        return (int) getLong(buffer, datagram);
    }

    /** Sets the value. Bits beyond the field's width are ignored. */
    public void set(final MutableDirectBuffer buffer, final int datagram, final long value) {
        final long others = word(buffer, datagram) & ~(mask << shift);
        final long word = others | (value & mask) << shift;
        for (int i = 0; i < bytes; i++) {
            buffer.putByte(datagram + offset + i, (byte) (word >>> (bytes - 1 - i) * Byte.SIZE));
        }
    }

    private long word(final DirectBuffer buffer, final int datagram) {
        long word = 0;
        for (int i = 0; i < bytes; i++) {
            word = word << Byte.SIZE | buffer.getByte(datagram + offset + i) & 0xff;
        }
        return word;
    }
}
