// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TextOutputTest {
    private final ByteArrayOutputStream stream = new ByteArrayOutputStream();
    private final TextOutput output = new TextOutput(stream);

    private String written() {
        output.flush();
        final String text = stream.toString(StandardCharsets.US_ASCII);
        stream.reset();
        return text;
    }

    @Test
    void shouldWriteNumbers() {
        output.decimal(0).character(' ').decimal(Long.MAX_VALUE).character(' ').decimal(42, 5);
        assertEquals("0 9223372036854775807    42", written());
        output.text("0x")
                .hex(0xcafe, 8)
                .character(' ')
                .hex(-1, 16)
                .character(' ')
                .hex(0x12345, 4);
        assertEquals("0x0000cafe ffffffffffffffff 2345", written());
    }

    @Test
    void shouldWriteSecondsWithSixPlaces() {
        output.seconds(10_406_779_999L, 0)
                .character(' ')
                .seconds(5_000, 10)
                .character(' ')
                .seconds(-1_500_000_000L, 0);
        assertEquals("10.406779   0.000005 -1.500000", written());
    }

    @Test
    void shouldWriteMoreThanItsBuffer() {
        final String longText = "abcdefg".repeat(30_000);
        output.character('x').text(longText).padded("y", 3);
        assertEquals("x" + longText + "y  ", written());
    }
}
