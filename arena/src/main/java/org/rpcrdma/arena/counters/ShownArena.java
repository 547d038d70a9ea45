// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.counters;

import java.util.List;
import org.rpcrdma.arena.ArenaMetrics;

/** An arena that {@link ArenaCounters} show. Is on one list at a time, and knows its place on it. */
final class ShownArena {
    final String name;
    final ArenaMetrics metrics;
    /** The counters that are its own; null while it has none. */
    int[] counterIds;

    private int place;

    ShownArena(final String name, final ArenaMetrics metrics) {
        this.name = name;
        this.metrics = metrics;
    }

    void joins(final List<ShownArena> list) {
        place = list.size();
        list.add(this);
    }

    /** The last one takes its place. */
    void leaves(final List<ShownArena> list) {
        final ShownArena last = list.remove(list.size() - 1);
        if (last != this) {
            list.set(place, last);
            last.place = place;
        }
    }
}
