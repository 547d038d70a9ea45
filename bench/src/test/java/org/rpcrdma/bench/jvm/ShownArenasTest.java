// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.arena.VisibleArena;
import org.rpcrdma.bench.TestFigures;

class ShownArenasTest {
    private final List<Supplier<ArenaFigures>> arenas = new ArrayList<>();

    private static Map<String, ArenaFigures> seen() throws IOException {
        try (JvmConnection own = JvmConnection.own()) {
            return own.arenas(1, VisibleArena.objectName("*")).arenas();
        }
    }

    @Test
    void shouldSumUpWhatIsBeyondTheFirst64() throws IOException {
        try (ShownArenas shown = new ShownArenas()) {
            for (int i = 0; i < 66; i++) {
                final ArenaFigures figures = TestFigures.of(i);
                arenas.add(() -> figures);
                shown.add("job/" + i, arenas.get(i));
            }
            assertEquals(65, seen().size());
            assertEquals(TestFigures.of(63), seen().get("job/63"));
            assertEquals(TestFigures.of(64 + 65), seen().get("others"));
            shown.remove(arenas.get(7));
            assertEquals(TestFigures.of(64), seen().get("job/64"), "it has the slot of a closed arena");
            assertEquals(TestFigures.of(65), seen().get("others"));
            shown.remove(arenas.get(65));
            assertEquals(64, seen().size());
            shown.remove(arenas.get(65));
        }
        assertEquals(Map.of(), seen());
    }

    @Test
    void shouldNameArenasAsBeansCanBeNamed() throws IOException {
        try (ShownArenas shown = new ShownArenas()) {
            for (int i = 0; i < 3; i++) {
                final ArenaFigures figures = TestFigures.of(i);
                shown.add("nfs/fe80::1%eth0", () -> figures);
            }
            shown.add("x".repeat(100), () -> ArenaFigures.NONE);
            ShownArenas.NONE.add("unseen", () -> ArenaFigures.NONE);
            assertEquals(
                    List.of("nfs/fe80--1-eth0", "nfs/fe80--1-eth0/1", "nfs/fe80--1-eth0/2", "x".repeat(50)),
                    List.copyOf(seen().keySet()));
        }
    }
}
