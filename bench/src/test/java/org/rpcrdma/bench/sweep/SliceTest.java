/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench.sweep;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    void shouldRefuseWhatIsNoPart(final String text) {
        final SweepException e = assertThrows(SweepException.class, () -> Slice.of(text));

        assertTrue(e.getMessage().contains("K/N"), e.getMessage());
        assertTrue(e.getMessage().endsWith(": " + text), e.getMessage());
    }
}
