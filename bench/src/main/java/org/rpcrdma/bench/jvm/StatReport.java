// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.rpcrdma.arena.counters.ArenaCountersSnapshot;
import org.rpcrdma.arena.counters.ArenaReading;

/**
 * Prints a process's arenas for {@code stat}: lines of names and values, and the same words in JSON.
 *
 * @param snapshot the process's counters.
 * @param names    the arenas that are printed.
 */
public record StatReport(ArenaCountersSnapshot snapshot, ArenaNames names) {
    /** Hands out a line for every arena. */
    public void lines(final Consumer<String> consumer) {
        arenas().forEach(arena -> consumer.accept(line(arena)));
    }

    private List<ArenaReading> arenas() {
        return snapshot.arenas().stream()
                .filter(arena -> names.has(arena.name()))
                .toList();
    }

    /** Returns true if the pattern of names leaves nothing. */
    public boolean isEmpty() {
        return arenas().isEmpty();
    }

    private String line(final ArenaReading arena) {
        final StringBuilder line = new StringBuilder("pid ")
                .append(snapshot.pid())
                .append(" arena ")
                .append(arena.name());
        if (arena.arenas() != 1) {
            line.append(" arenas ").append(arena.arenas());
        }
        arena.figures()
                .forEach((figure, value) ->
                        line.append(' ').append(figure.label()).append(' ').append(value.longValue()));
        return line.toString();
    }

    /** Returns the members of the process's JSON object. */
    public Map<String, Object> members() {
        final Map<String, Object> members = new LinkedHashMap<>();
        members.put("pid", snapshot.pid());
        members.put("alive", snapshot.isAlive());
        members.put("started_millis", snapshot.startedMillis());
        members.put("updated_millis", snapshot.updatedMillis());
        members.put("arenas", arenas().stream().map(StatReport::arena).toList());
        return members;
    }

    private static Map<String, Object> arena(final ArenaReading arena) {
        final Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", arena.name());
        members.put("arenas", arena.arenas());
        arena.figures().forEach((figure, value) -> members.put(figure.label(), value));
        return members;
    }
}
