// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.util.Arrays;
import java.util.HexFormat;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests private data byte by byte (RFC 8797, section 4), in both kinds of buffers. */
class CmPrivateDataTest {
    private static final int AT = 3;

    private final byte[] bytes = new byte[16];
    private final UnsafeBuffer agrona = new UnsafeBuffer(bytes);

    @ParameterizedTest
    @CsvSource({
        "f6ab0e1801010303, true, 4096, 4096", // the client's in the sample captures
        "f6ab0e18010000ff, false, 1024, 262144",
        "f6ab0e180100ff07, false, 262144, 8192",
    })
    void shouldWriteAndRead(final String hex, final boolean invalidation, final int send, final int receive) {
        final String expected = "555555" + hex + "5555555555";
        Arrays.fill(bytes, (byte) 0x55);
        CmPrivateData.write(agrona, AT, invalidation, send, receive);
        assertEquals(expected, HexFormat.of().formatHex(bytes));
        assertEquals(invalidation, CmPrivateData.remoteInvalidation(agrona, AT));
        assertEquals(send, CmPrivateData.sendSize(agrona, AT));
        assertEquals(receive, CmPrivateData.receiveSize(agrona, AT));
    }

    @Test
    void shouldBeKnownByLengthMagicAndVersion() {
        CmPrivateData.write(agrona, AT, true, 1024, 1024);
        assertPresent(true, CmPrivateData.LENGTH);
        assertPresent(true, CmPrivateData.LENGTH + 1);
        assertPresent(false, CmPrivateData.LENGTH - 1);
        for (final int place : new int[] {0, 3, 4}) {
            bytes[AT + place]++;
            assertPresent(false, CmPrivateData.LENGTH);
            bytes[AT + place]--;
        }
    }

    private void assertPresent(final boolean expected, final int length) {
        assertEquals(expected, CmPrivateData.isPresent(agrona, AT, length));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1024, 1000, 4097, CmPrivateData.MAX_INLINE_THRESHOLD + 1024})
    void shouldRefuseSizesThatCannotBeSaidAndWriteNothing(final int size) {
        final String refusal = " must be a multiple of 1024 up to 262144: ";
        assertMessage(
                IllegalArgumentException.class,
                "sendSize" + refusal + "sendSize=" + size,
                () -> CmPrivateData.write(agrona, AT, true, size, 4096));
        assertMessage(
                IllegalArgumentException.class,
                "receiveSize" + refusal + "receiveSize=" + size,
                () -> CmPrivateData.write(agrona, AT, true, 4096, size));
        assertEquals("0".repeat(32), HexFormat.of().formatHex(bytes));
    }
}
