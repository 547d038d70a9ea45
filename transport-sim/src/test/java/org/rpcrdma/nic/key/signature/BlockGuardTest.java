// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.key.signature;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.BufferUtil;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.extended.SignatureType;

class BlockGuardTest {
    private static final byte[] CHECK = "123456789".getBytes(StandardCharsets.US_ASCII);

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64);

    /**
     * CRC-16/T10-DIF, CRC-32/ISO-HDLC, CRC-32/ISCSI and CRC-64/NVME of the catalogue of parametrised CRC algorithms.
     */
    @Test
    void shouldHaveTheCheckValuesThatArePublished() {
        assertEquals(0xd0dbL, guard(SignatureType.T10_DIF_CRC, 0, CHECK));
        assertEquals(0xcbf43926L, guard(SignatureType.CRC32, -1, CHECK));
        assertEquals(0xe3069283L, guard(SignatureType.CRC32C, -1, CHECK));
        assertEquals(0xae8b14860a799888L, guard(SignatureType.CRC64_XP10, -1, CHECK));
    }

    /** RFC 3720, appendix B.4. */
    @Test
    void shouldHaveTheValuesOfIscsi() {
        assertEquals(0x8a9136aaL, guard(SignatureType.CRC32C, -1, new byte[32]));
        final byte[] ones = new byte[32];
        Arrays.fill(ones, (byte) 0xff);
        assertEquals(0x62a8ab43L, guard(SignatureType.CRC32C, -1, ones));
    }

    /** RFC 1071, section 3: the sum is 0xddf2. */
    @Test
    void shouldHaveTheSumOfTheInternetChecksum() {
        final byte[] words = {0x00, 0x01, (byte) 0xf2, 0x03, (byte) 0xf4, (byte) 0xf5, (byte) 0xf6, (byte) 0xf7};
        assertEquals(~0xddf2 & 0xffffL, guard(SignatureType.T10_DIF_CHECKSUM, 0, words));
    }

    @Test
    void shouldBeTheSamePieceByPiece() {
        for (final SignatureType type : SignatureType.values()) {
            final BlockGuard guard = BlockGuard.of(type);
            final long address = direct(CHECK);
            long register = guard.begin(0);
            register = guard.add(register, address, 3, 0);
            register = guard.add(register, address + 3, 4, 3);
            register = guard.add(register, address + 7, 2, 7);
            assertEquals(guard(type, 0, CHECK), guard.end(register), type.name());
        }
    }

    private long guard(final SignatureType type, final long seed, final byte[] data) {
        final BlockGuard guard = BlockGuard.of(type);
        return guard.end(guard.add(guard.begin(seed), direct(data), data.length, 0));
    }

    private long direct(final byte[] data) {
        buffer.clear();
        buffer.put(data);
        return BufferUtil.address(buffer);
    }
}
