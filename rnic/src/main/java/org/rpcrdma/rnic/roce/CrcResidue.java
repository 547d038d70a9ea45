// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.roce;

/**
 * Recovers two unknown bytes of a message from its CRC, which is Ethernet's CRC. This CRC is linear: the CRC of the
 * message and the CRC of the same message with zeros in place of the two bytes differ by a residue, which depends only
 * on the two bytes. Running the CRC backwards over the bytes that follow yields the two bytes and 16 zero bits. If
 * those bits are not zero, another byte of the message is wrong. Thus, 16 of the CRC's 32 bits recover the bytes, and
 * the other 16 check the message.
 *
 * <pre>
 *  message   ......... | x x | ..............|       residue = CRC received - CRC with zeros for x
 *  computed backwards   &lt;--------------------
 *                       0 0 x x
 * </pre>
 */
public final class CrcResidue {
    /** The result if no two bytes explain the residue, which means that the message is corrupt. */
    public static final int IMPOSSIBLE = -1;

    /** The polynomial of Ethernet's CRC, with the highest power in the lowest bit. */
    private static final int POLYNOMIAL = 0xedb8_8320;

    /** The polynomial 1, in the same bit order. */
    private static final int ONE = 1 << 31;

    private static final int UNKNOWN_BITS = 16;

    /** Negative powers of x: the element at index i is x to the power of -8 i. */
    private final int[] backwards;

    /**
     * Creates a solver and precomputes the powers that it needs.
     *
     * @param most the maximum number of bytes from the first unknown byte to the end of a message.
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
     * Returns the two bytes, with the first byte in bits 8 to 15, or {@link #IMPOSSIBLE}.
     *
     * @param residue the CRC of the message, XORed with the CRC of the message with zeros for the unknown bytes.
     * @param bytes   the number of bytes from the first unknown byte to the end of the message.
     */
    public int unknown(final int residue, final int bytes) {
        final int state = product(residue, backwards[bytes]);
        return state >>> UNKNOWN_BITS == 0 ? Short.toUnsignedInt(Short.reverseBytes((short) state)) : IMPOSSIBLE;
    }

    /** Returns the product of two polynomials modulo the CRC polynomial. */
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
