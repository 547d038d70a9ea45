// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CirclesTest {
    @Test
    void shouldFindEachCircleAndNothingElse() {
        final Map<String, List<String>> graph = Map.of(
                "a", List.of("b"),
                "b", List.of("c", "d"),
                "c", List.of("a"),
                "d", List.of("e", "f"),
                "e", List.of("d"),
                "f", List.of("f"));
        assertEquals(Set.of(Set.of("a", "b", "c"), Set.of("d", "e")), Set.copyOf(Circles.of(graph)));
    }

    @Test
    void shouldFindNoCircleInAGraphThatPointsDown() {
        assertEquals(List.of(), Circles.of(Map.of("a", List.of("b", "c"), "b", List.of("c"))));
    }
}
