// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

/**
 * Finds the two bytes of a message that are not known from its CRC (Ethernet's). The CRC is linear: that of the message
 * differs from that of the same one with zeros there by a residue, which the two bytes decide. To turn it back over
 * the bytes behind them gives them, below 16 zeros; if those are no zeros, another byte of the message is wrong. So of
 * the CRC's 32 bits 16 find the bytes and 16 check the message.
 *
 * <pre>
 *  message   ......... | x x | ..............|       residue = CRC received - CRC with zeros for x
 *  turned back          &lt;--------------------
 *                       0 0 x x
 * </pre>
 */
public final class CrcResidue {
    /** No two bytes account for the residue. */
    public static final int IMPOSSIBLE = -1;

    /** Ethernet's polynomial with the highest power in the lowest bit. */
    private static final int POLYNOMIAL = 0xedb8_8320;

    /** In that order of bits. */
    private static final int ONE = 1 << 31;

    private static final int UNKNOWN_BITS = 16;

    /** Powers of x, one eighth of the exponent's negative is the index. */
    private final int[] backwards;

    /**
     * Makes ready to turn back residues.
     *
     * @param most bytes of a message from the first unknown one on, at most.
     */
    public CrcResidue(final int most) {
        backwards = new int[most + 1];
        int power = ONE;
        for (int i = 0; i <= most; i++) {
            backwards[i] = power;
            for (int bit = 0; bit < Byte.SIZE; bit++) {
                power = power < 0 ? (power ^ POLYNOMIAL) << 1 | 1 : power << 1;
            }
        }
    }

    /**
     * Returns the two bytes, the first one in the upper half, or {@link #IMPOSSIBLE}.
     *
     * @param residue the CRC of the message modulo 2 that of the message with zeros for the unknown bytes.
     * @param bytes   of the message from the first unknown one to its end.
     */
    public int unknown(final int residue, final int bytes) {
        final int state = product(residue, backwards[bytes]);
        return state >>> UNKNOWN_BITS == 0 ? Short.toUnsignedInt(Short.reverseBytes((short) state)) : IMPOSSIBLE;
    }

    /** Returns the product of two polynomials, modulo the CRC's. */
    private static int product(final int one, final int other) {
        int sum = 0;
        int shifted = other;
        for (int bit = Integer.SIZE - 1; bit >= 0; bit--) {
            sum ^= shifted & -(one >>> bit & 1);
            shifted = shifted >>> 1 ^ (POLYNOMIAL & -(shifted & 1));
        }
        return sum;
    }
}
