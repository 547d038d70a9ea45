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
package org.rpcrdma.arena;

import java.util.List;

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
