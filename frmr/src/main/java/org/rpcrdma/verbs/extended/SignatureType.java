// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

/**
 * Signatures of blocks of data ({@code enum mlx5dv_sig_type}, {@code mlx5dv_sig_t10dif_bg_type} and
 * {@code mlx5dv_sig_crc_type}). Each follows its block:
 *
 * <pre>
 * T10-DIF   | guard: 2 | application tag: 2 | reference tag: 4 |     big-endian (T10 SBC-3)
 * CRC32, CRC32C        | guard: 4 |                                  little-endian, as RFC 3720 has it
 * CRC64-XP10           | guard: 8 |                                  little-endian
 * </pre>
 */
public enum SignatureType {
    /** T10-DIF with its CRC of 16 bits as the guard. */
    T10_DIF_CRC(8),
    /** T10-DIF with the internet checksum (RFC 1071) as the guard. */
    T10_DIF_CHECKSUM(8),
    /** The CRC of 32 bits of Fibre Channel and Ethernet. */
    CRC32(4),
    /** The CRC of 32 bits of iSCSI, Castagnoli's. */
    CRC32C(4),
    /** The CRC of 64 bits of Microsoft's XP10 compression, NVMe's too. */
    CRC64_XP10(8);

    private final int length;

    SignatureType(final int length) {
        this.length = length;
    }

    /**
     * Returns how long a signature is.
     *
     * @return bytes, 4 or 8.
     */
    public int length() {
        return length;
    }

    /**
     * Returns true if it has tags beside the guard.
     *
     * @return true for T10-DIF.
     */
    public boolean isT10Dif() {
        return this == T10_DIF_CRC || this == T10_DIF_CHECKSUM;
    }
}
