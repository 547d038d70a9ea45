// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Supplier;
import org.rpcrdma.arena.ArenaFigures;

/** Sums the figures of a changing set of arenas. Counters continue to include arenas that were removed. Thread-safe. */
final class ArenaSum implements Supplier<ArenaFigures> {
    private final Set<Supplier<ArenaFigures>> arenas = Collections.newSetFromMap(new IdentityHashMap<>());
    private ArenaFigures removed = ArenaFigures.NONE;

    synchronized void add(final Supplier<ArenaFigures> arena) {
        arenas.add(arena);
    }

    synchronized void remove(final Supplier<ArenaFigures> arena) {
        if (arenas.remove(arena)) {
            removed = removed.plus(arena.get().countersOnly());
        }
    }

    /** Returns the sums. The high-water marks are also summed. */
    @Override
    public synchronized ArenaFigures get() {
        return arenas.stream().map(Supplier::get).reduce(removed, ArenaFigures::plus);
    }
}
