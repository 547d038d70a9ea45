// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.signature;

import org.rpcrdma.verbs.extended.SignatureType;

/** The calculation of a block's guard, piece by piece, in a register of 64 bits. */
public interface BlockGuard {
    /** Returns the register at the begin of a block. */
    long begin(long seed);

    /**
     * The register with more of the block.
     *
     * @param address  native, of the next bytes.
     * @param position of the first of them in the block.
     */
    long add(long register, long address, int bytes, int position);

    /** Returns the guard, in the lowest bits. */
    long end(long register);

    /** Returns the calculation of a type of signature. */
    static BlockGuard of(final SignatureType type) {
        return switch (type) {
            case T10_DIF_CRC -> T10Crc.INSTANCE;
            case T10_DIF_CHECKSUM -> InternetChecksum.INSTANCE;
            case CRC32 -> ReflectedCrc.CRC32;
            case CRC32C -> ReflectedCrc.CRC32C;
            case CRC64_XP10 -> ReflectedCrc.CRC64_XP10;
        };
    }
}
