// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpreadTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void shouldBeTheMedianAndTheRange() {
        assertEquals(new Spread(3, 1, 9), Spread.of(9, 1, 3));
        assertEquals(new Spread(2.5, 1, 9), Spread.of(9, 2, 3, 1));
        assertEquals(new Spread(-6, -18, -2), Spread.of(9, 1, 3).times(-2));
    }

    @Test
    void shouldBeANumberInJsonIfNoSeedDiffers() throws Exception {
        assertEquals("7", JSON.writeValueAsString(Spread.of(7, 7, 7)));
        assertEquals("0.5", JSON.writeValueAsString(Spread.of(0.5)));
        assertEquals("{\"median\":3,\"low\":1,\"high\":9.5}", JSON.writeValueAsString(Spread.of(3, 1, 9.5)));
    }

    @Test
    void shouldReportADifferenceOnlyIfAllSeedsAgree() {
        assertTrue(Spread.of(-1, 2, 3).isNoDifference());
        assertTrue(Spread.of(0, 0).isNoDifference());
        assertFalse(Spread.of(1, 2).isNoDifference());
        assertFalse(Spread.of(-1, -2).isNoDifference());
    }

    @Test
    void shouldMergeRunsFigureByFigure() {
        assertEquals(
                "{\"same\":1,\"other\":{\"median\":2.5,\"low\":2,\"high\":3},\"within\":{\"is\":true},\"name\":\"a\"}",
                MergedFigures.of(List.of(
                                new Figures(1, 2, Map.of("is", false), "a"),
                                new Figures(1, 3, Map.of("is", true), "b")))
                        .toString());
    }

    @Test
    void shouldLackWhatOneRunLacks() {
        assertEquals(
                "{\"same\":1,\"other\":2,\"within\":null,\"name\":\"a\"}",
                MergedFigures.of(List.of(new Figures(1, 2, null, "a"), new Figures(1, 2, Map.of("is", true), "a")))
                        .toString());
    }

    record Figures(int same, double other, Map<String, Boolean> within, String name) {}

    @Test
    void shouldShowTheRangeIfItCanBeSeen() {
        assertEquals("2.00 us", SpreadText.time(Spread.of(2000, 2001)));
        assertEquals("2.00 us (1.00..3.00)", SpreadText.time(Spread.of(1000, 2000, 3000)));
        assertEquals("0.00 us of it instead of 0.50 us", SpreadText.instead(Spread.of(0.13), " of it", Spread.of(500)));
        assertEquals("2.00 ms (1.00..3.00)", SpreadText.time(Spread.of(1e6, 2e6, 3e6)));
        assertEquals("2.00 us (1.00..3.00) more", SpreadText.saved(Spread.of(-1000, -2000, -3000), SpreadText::time));
        assertEquals("12 times as much", SpreadText.changed(Spread.of(11)));
    }
}
