// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.jvm.KnownStatus;
import org.rpcrdma.bench.jvm.ObjectFilter;
import org.rpcrdma.frmr.FrmrPoolStatus;

class FrmrFilterTest {
    private static final KnownStatus POOL = new KnownStatus(true, 15, -1, 0, 4096, 2, 1, 200, 4);

    @ParameterizedTest
    @CsvSource({
        "'', true",
        "dev sim3, true",
        "dev sim4, false",
        "ats 1, true",
        "ats 0, false",
        "access_flags 15, true",
        "access_flags 14, false",
        "vendor_key 18446744073709551615, true",
        "vendor_key 0-18446744073709551614, false",
        "num_dma_blocks 4096, true",
        "num_dma_blocks 1000, false",
        "queue 2, true",
        "queue 3, false",
        "in_use 1, true",
        "in_use 0, false",
        "max_in_use 100-200, true",
        "max_in_use 201-300, false",
        "'pinned 1,3-5', true",
        "'pinned 1,5-6,3', false",
        "dev sim3 ats 1 pinned 4, true",
        "link sim3, true",
        "d sim4, false",
        "num_dma 4096 que 2, true",
        "'num_dma_blocks ,4096', true",
        "'queue 1,,3', false",
        "pinned 4 dev sim3, true",
        "dev sim3 ats 1 pinned 5, false",
    })
    void shouldLetThroughWhatMatchesAllConditions(final String words, final boolean isShown) {
        assertEquals(isShown, parse(words).test("sim3", POOL));
    }

    @ParameterizedTest
    @CsvSource({
        "colour 1, Unsupported filter option: colour",
        "sim3, Unsupported filter option: sim3",
        "kernel_vendor_key 1, Unsupported filter option: kernel_vendor_key",
        "dev, Please provide device name.",
        "ats, No filter data was supplied to filter option ats",
        "dev sim3 pinned, No filter data was supplied to filter option pinned",
        "ats yes, 'ats filter accepts \"1234567890,-\" characters only: yes'",
        "vendor_key 0x1, 'vendor_key filter accepts \"1234567890,-\" characters only: 0x1'",
        "queue 1-, 'queue filter must be numbers and ranges, separated by commas: 1-'",
        "queue 1-2-3, 'queue filter must be numbers and ranges, separated by commas: 1-2-3'",
        "'queue ,', 'queue filter must be numbers and ranges, separated by commas: ,'",
        "a 1, 'ambiguous filter: a: access_flags, ats'",
        "queue 5-4, queue filter's range must be ascending: 5-4",
        "queue 18446744073709551616, queue filter must be at most 18446744073709551615: 18446744073709551616",
        "ats 1 ats 1, filter is given twice: ats",
    })
    void shouldRefuseFiltersInOneLine(final String words, final String message) {
        assertEquals(
                message, assertThrows(InputException.class, () -> parse(words)).getMessage());
    }

    private static ObjectFilter<FrmrPoolStatus> parse(final String words) {
        return ObjectFilter.parse(words.isEmpty() ? List.of() : List.of(words.split(" ")), FrmrShowCommand.NUMBERS);
    }
}
