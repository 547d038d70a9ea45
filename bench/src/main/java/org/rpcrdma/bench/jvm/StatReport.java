// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.rpcrdma.arena.counters.ArenaCountersSnapshot;
import org.rpcrdma.arena.counters.ArenaReading;

/** Prints a process's counters for {@code stat}: lines of names and values, and the same words in JSON. */
public final class StatReport {
    private final ArenaCountersSnapshot snapshot;
    private final ArenaNames names;
    private final boolean everyCounter;

    public StatReport(final ArenaCountersSnapshot snapshot, final ArenaNames names, final boolean everyCounter) {
        this.snapshot = snapshot;
        this.names = names;
        this.everyCounter = everyCounter;
    }

    /** Hands out a line for every arena, or for every counter. */
    public void lines(final Consumer<String> consumer) {
        if (everyCounter) {
            counters((id, label, value) ->
                    consumer.accept("pid " + snapshot.pid() + " counter " + id + " " + label + " " + value));
        } else {
            arenas().forEach(arena -> consumer.accept(line(arena)));
        }
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

    /** Hands out the counters; a label is an arena's name, a colon and a figure's word. */
    private void counters(final ArenaCountersSnapshot.CounterConsumer consumer) {
        snapshot.forEach((id, label, value) -> {
            if (names.has(label.substring(0, Math.max(0, label.lastIndexOf(": "))))) {
                consumer.accept(id, label, value);
            }
        });
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
        if (everyCounter) {
            final List<Object> counters = new ArrayList<>();
            counters((id, label, value) -> counters.add(counter(id, label, value)));
            members.put("counters", counters);
        } else {
            members.put("arenas", arenas().stream().map(StatReport::arena).toList());
        }
        return members;
    }

    private static Map<String, Object> counter(final int id, final String label, final long value) {
        final Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", id);
        members.put("label", label);
        members.put("value", value);
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
