// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.console.InputException;

class PoolKeyTest {
    @ParameterizedTest
    @CsvSource({
        "0:1000:0:0, 0:1000:0:0",
        "0:800:f:1, 0:800:f:1",
        "0x0:0X800:0x0F:01, 0:800:f:1",
        "ABCdef:1:0:0, abcdef:1:0:0",
        "ffffffffffffffff:7fffffffffffffff:ffffffff:1, ffffffffffffffff:7fffffffffffffff:ffffffff:1",
        "00000000000000000000000000001:0:0:0, 1:0:0:0",
        "0:8:0:0:, 0:8:0:0",
        "0:8:0:0:0:00, 0:8:0:0",
    })
    void shouldReadKeysAndWriteThemAsTheToolDoes(final String text, final String written) {
        assertEquals(written, PoolKey.parse(text).toString());
    }

    @Test
    void shouldDistinguishTheFields() {
        assertEquals(new PoolKey(0x12, 0x34, 0x56, true), PoolKey.parse("12:34:56:1"));
    }

    @ParameterizedTest
    @CsvSource({
        "'', 'Invalid pool key: , expected 4 fields'",
        "0, 'Invalid pool key: 0, expected 4 fields'",
        "0:8:0, 'Invalid pool key: 0:8:0, expected 4 fields'",
        "0:8:0:, 'Invalid pool key: 0:8:0:, expected 4 fields'",
        "0:g:0:0, Invalid pool key: 0:g:0:0",
        "0::0:0, Invalid pool key: 0::0:0",
        ":0:0:0, Invalid pool key: :0:0:0",
        "0:8:0:0::, Invalid pool key: 0:8:0:0::",
        "0:-8:0:0, Invalid pool key: 0:-8:0:0",
        "0:0x:0:0, Invalid pool key: 0:0x:0:0",
        "10000000000000000:0:0:0, Invalid pool key: 10000000000000000:0:0:0",
        "0:8000000000000000:0:0, Pool key field at index 1 value out of range",
        "0:8:100000000:0, Pool key field at index 2 value out of range",
        "0:8:0:2, Pool key field at index 3 value out of range",
        "0:8:0:0:1, Unsupported pool attributes passed in pool key",
        "0:8:0:0:0:1, Unsupported pool attributes passed in pool key",
    })
    void shouldRefuseKeysInTheWordsOfTheTool(final String text, final String message) {
        assertEquals(
                message,
                assertThrows(InputException.class, () -> PoolKey.parse(text)).getMessage());
    }
}
