/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import org.rpcrdma.verbs.SignatureType;

/** The calculation of a block's guard, piece by piece, in a register of 64 bits. */
interface BlockGuard {
    /** The register at the begin of a block. */
    long begin(long seed);

    /**
     * The register with more of the block.
     *
     * @param address  native, of the next bytes.
     * @param position of the first of them in the block.
     */
    long add(long register, long address, int bytes, int position);

    /** The guard, in the lowest bits. */
    long end(long register);

    /** The calculation of a type of signature. */
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
