// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertSays;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.console.InputException;

class GridFileTest {
    @Test
    void shouldCombineEveryValueWithEveryOther() {
        final Grid grid = read("iommu = off, strict\nconnections=1,10 , 100 # times three\n\n# nothing\ncredits = 8");

        final List<Point> points = grid.points();
        assertEquals(6, points.size());
        assertEquals(
                Map.of("iommu", "off", "connections", "1", "credits", "8"),
                points.get(0).settings());
        assertEquals("iommu=off connections=100", points.get(2).label());
        assertEquals("iommu=strict connections=1", points.get(3).label());
        assertEquals(4, points.get(3).number());
        assertEquals(List.of("iommu", "connections"), points.get(3).varied());
    }

    @Test
    void shouldRunSectionsInOrderWithTheirCommonOptions() {
        final Grid grid = read("iommu = off\ncredits = 8\n[one]\nconnections = 1, 2\n[ two ]\niommu = strict, lazy\n");

        assertEquals(
                List.of("one: connections=1", "one: connections=2", "two: iommu=strict", "two: iommu=lazy"),
                grid.points().stream().map(Point::label).toList());
        assertEquals("8", grid.points().get(3).settings().get("credits"));
        assertEquals("lazy", grid.points().get(3).settings().get("iommu"));
        assertEquals("off", grid.points().get(0).settings().get("iommu"));
    }

    @Test
    void shouldKeepAListTogether() {
        final Grid grid = read("strategy = a, b\nconnections = 1, 2");

        assertEquals(2, grid.points().size());
        assertEquals("a,b", grid.points().get(0).settings().get("strategy"));
    }

    @Test
    void shouldPreferOptionsThatApplyToAllSections() {
        final Grid grid = read("credits = 8\nconnections = 1, 2");

        final Grid with = grid.with(Map.of("credits", "16", "seed", "7"));
        assertEquals("16", with.points().get(1).settings().get("credits"));
        assertEquals("7", with.points().get(1).settings().get("seed"));
        assertEquals(2, with.points().size());
        final InputException e = assertThrows(InputException.class, () -> grid.with(Map.of("connections", "3")));
        assertTrue(e.getMessage().contains("connections"), e.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "'connections', 'line 1: must be'",
        "'\n= 1', 'line 2: must be'",
        "'connections = 1, 1', 'connections has a value twice: 1'",
        "'connections = 1,,2', 'connections has an empty value'",
        "'connections =', 'connections has an empty value'",
        "'a = 1\na = 2', 'line 2: a is set twice'",
        "'[]\na = 1', 'line 1: a section needs a unique name: []'",
        "'[x]\n[x]', 'line 2: a section needs a unique name: [x]'",
        "'# nothing', 'no ''option = value'",
    })
    void shouldRefuseInvalidGrids(final String text, final String message) {
        final InputException e = assertThrows(InputException.class, () -> read(text));

        assertTrue(e.getMessage().startsWith("grid"), e.getMessage());
        assertTrue(e.getMessage().contains(message), e.getMessage());
        assertEquals(1, e.getMessage().lines().count());
    }

    @Test
    void shouldRefuseMorePointsThanAnyoneReads() {
        final String values = "1,2,3,4,5,6,7,8,9,10";
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < 25; i++) {
            text.append((char) ('a' + i)).append('=').append(values).append('\n');
            if (i == 3) {
                assertEquals(10_000, read(text.toString()).points().size());
            }
        }
        assertThrows(InputException.class, () -> read(text.toString()));
        final String twoSections =
                "a=" + values + "\nb=" + values + "\nc=" + values + "\n[x]\nd=" + values + "\n[y]\nd=1";
        assertSays(InputException.class, "10000", () -> read(twoSections));
    }

    private static Grid read(final String text) {
        return GridFile.read("grid", text, Set.of("strategy"));
    }
}
