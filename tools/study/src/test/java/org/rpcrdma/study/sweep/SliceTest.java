// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.bench.console.InputException;

class SliceTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 20})
    void shouldShareOutEveryPointOnce(final int count) {
        final Grid grid = Grid.of(
                Map.of("a", IntStream.range(0, 13).mapToObj(Integer::toString).toList()));

        for (final Point point : grid.points()) {
            final List<Slice> mine = IntStream.rangeClosed(1, count)
                    .mapToObj(index -> Slice.of(index + "/" + count))
                    .filter(slice -> slice.includes(point))
                    .toList();
            assertEquals(1, mine.size());
            assertEquals((point.number() - 1) % count + 1, mine.get(0).index());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"0/2", "3/2", "1", "a/b", "1/0", "-1/2", "", "1/2/3", "1/9999999", " 1/2"})
    void shouldRefuseInvalidSlices(final String text) {
        final InputException e = assertThrows(InputException.class, () -> Slice.of(text));

        assertTrue(e.getMessage().contains("K/N"), e.getMessage());
        assertTrue(e.getMessage().endsWith(": slice=" + text), e.getMessage());
    }
}
