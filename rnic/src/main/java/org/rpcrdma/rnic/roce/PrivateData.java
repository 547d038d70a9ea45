// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/** The location of the consumer's private data in a datagram. Unused bytes are 0. */
public record PrivateData(int offset, int length) {
    /** Returns a copy of all bytes. */
    public byte[] get(final DirectBuffer buffer, final int datagram) {
        final byte[] bytes = new byte[length];
        buffer.getBytes(datagram + offset, bytes);
        return bytes;
    }

    /**
     * Sets the first bytes and fills the rest with zeros.
     *
     * @throws IllegalArgumentException if the bytes do not fit.
     */
    public void set(final MutableDirectBuffer buffer, final int datagram, final byte[] bytes) {
        if (bytes.length > length) {
            throw new IllegalArgumentException("private data is too long: length=" + bytes.length + " limit=" + length);
        }
        buffer.putBytes(datagram + offset, bytes);
    }
}
