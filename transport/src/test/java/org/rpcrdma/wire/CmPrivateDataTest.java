// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

class CmPrivateDataTest {
    /** The client's private data in the sample captures. */
    private static final byte[] OF_LINUX = {(byte) 0xf6, (byte) 0xab, 0x0e, 0x18, 1, 1, 3, 3};

    private final UnsafeBuffer buffer = new UnsafeBuffer(new byte[16]);

    @Test
    void shouldWriteWhatLinuxWrites() {
        CmPrivateData.write(buffer, 4, true, 4096, 4096);
        final byte[] written = new byte[CmPrivateData.LENGTH];
        buffer.getBytes(4, written);
        assertArrayEquals(OF_LINUX, written);
    }

    @Test
    void shouldReadWhatWasWritten() {
        CmPrivateData.write(buffer, 0, false, CmPrivateData.UNIT, CmPrivateData.MAX_INLINE_THRESHOLD);
        assertTrue(CmPrivateData.isPresent(buffer, 0, 8));
        assertFalse(CmPrivateData.remoteInvalidation(buffer, 0));
        assertEquals(1024, CmPrivateData.sendSize(buffer, 0));
        assertEquals(262144, CmPrivateData.receiveSize(buffer, 0));
    }

    @Test
    void shouldNotTakeForeignDataForIt() {
        final UnsafeBuffer foreign = new UnsafeBuffer(OF_LINUX.clone());
        assertTrue(CmPrivateData.isPresent(foreign, 0, 8));
        assertFalse(CmPrivateData.isPresent(foreign, 0, 7));
        foreign.putByte(4, (byte) 2);
        assertFalse(CmPrivateData.isPresent(foreign, 0, 8));
        foreign.putByte(4, (byte) 1);
        foreign.putByte(0, (byte) 0);
        assertFalse(CmPrivateData.isPresent(foreign, 0, 8));
    }

    @Test
    void shouldRefuseSizesThatCannotBeSaid() {
        for (final int size : new int[] {0, -1024, 1000, 4097, CmPrivateData.MAX_INLINE_THRESHOLD + 1024}) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> CmPrivateData.write(buffer, 0, true, size, 4096),
                    "size=" + size);
        }
        assertEquals(0, buffer.getInt(0), "nothing written");
    }
}
