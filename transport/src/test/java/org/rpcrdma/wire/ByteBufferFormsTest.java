// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Heads and private data in a ByteBuffer are the same bytes as in one of Agrona's, whatever was there before. */
class ByteBufferFormsTest {
    private static final int OFFSET = 3;

    private final byte[] expected = new byte[64];
    private final byte[] found = new byte[64];
    private final UnsafeBuffer agrona = new UnsafeBuffer(expected);
    private final ByteBuffer bytes = ByteBuffer.wrap(found);

    @BeforeEach
    void fill() {
        Arrays.fill(expected, (byte) 0x5a);
        Arrays.fill(found, (byte) 0x5a);
    }

    @Test
    void shouldWriteTheSameCallAndReply() {
        assertEquals(RpcHead.CALL_LENGTH, RpcHead.putCall(agrona, 0x12345678, 100_003, 3, 21));
        assertEquals(RpcHead.CALL_LENGTH, RpcHead.putCall(bytes, 0x12345678, 100_003, 3, 21));
        assertArrayEquals(expected, found);
        fill();
        assertEquals(RpcHead.REPLY_LENGTH, RpcHead.putReply(agrona, 0x12345678));
        assertEquals(RpcHead.REPLY_LENGTH, RpcHead.putReply(bytes, 0x12345678));
        assertArrayEquals(expected, found);
    }

    @Test
    void shouldWriteAndReadTheSamePrivateData() {
        for (final boolean invalidation : new boolean[] {false, true}) {
            CmPrivateData.write(agrona, OFFSET, invalidation, 4096, 256 * 1024);
            CmPrivateData.write(bytes, OFFSET, invalidation, 4096, 256 * 1024);
            assertArrayEquals(expected, found);
            assertEquals(invalidation, CmPrivateData.remoteInvalidation(bytes, OFFSET));
            assertEquals(4096, CmPrivateData.sendSize(bytes, OFFSET));
            assertEquals(256 * 1024, CmPrivateData.receiveSize(bytes, OFFSET));
        }
    }

    @Test
    void shouldKnowPrivateDataByLengthMagicAndVersion() {
        CmPrivateData.write(bytes, OFFSET, true, 1024, 1024);
        assertTrue(CmPrivateData.isPresent(bytes, OFFSET, CmPrivateData.LENGTH));
        assertTrue(CmPrivateData.isPresent(bytes, OFFSET, CmPrivateData.LENGTH + 1));
        assertFalse(CmPrivateData.isPresent(bytes, OFFSET, CmPrivateData.LENGTH - 1));
        for (final int place : new int[] {0, 3, 4}) {
            found[OFFSET + place]++;
            assertFalse(CmPrivateData.isPresent(bytes, OFFSET, CmPrivateData.LENGTH));
            found[OFFSET + place]--;
        }
    }

    @Test
    void shouldReadWordsInNetworkOrder() {
        agrona.putLong(OFFSET, 0x0807_0605_0403_0201L, ByteOrder.BIG_ENDIAN);
        bytes.put(0, expected);
        assertEquals(0x0807_0605_0403_0201L, ByteBufferWords.getLong(bytes, OFFSET));
        assertEquals(0x0807_0605, ByteBufferWords.getInt(bytes, OFFSET));
    }
}
