// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.rpcrdma.arena.ArenaFigures;

/**
 * A JVM's arenas as {@code stat} prints them: lines of names and values, or JSON with the same names.
 *
 * @param pid           the JVM's process id.
 * @param startedMillis the JVM's start time, in milliseconds since the epoch.
 * @param updatedMillis the time when the figures were read, in milliseconds since the epoch.
 * @param arenas        the figures by arena name.
 */
public record StatReport(long pid, long startedMillis, long updatedMillis, SortedMap<String, ArenaFigures> arenas) {
    /** Returns one line per arena. */
    public List<String> lines() {
        return arenas.entrySet().stream()
                .map(arena -> {
                    final StringBuilder line = new StringBuilder("pid " + pid + " arena " + arena.getKey());
                    words(arena.getValue())
                            .forEach((word, value) ->
                                    line.append(' ').append(word).append(' ').append(value));
                    return line.toString();
                })
                .toList();
    }

    /** Returns the members of the JVM's JSON object. */
    public Map<String, Object> members() {
        final Map<String, Object> members = new LinkedHashMap<>();
        members.put("pid", pid);
        members.put("started_millis", startedMillis);
        members.put("updated_millis", updatedMillis);
        members.put(
                "arenas",
                arenas.entrySet().stream()
                        .map(arena -> {
                            final Map<String, Object> object = new LinkedHashMap<>();
                            object.put("name", arena.getKey());
                            object.putAll(words(arena.getValue()));
                            return object;
                        })
                        .toList());
        return members;
    }

    /** Returns the figures with the names in docs/monitoring.md. */
    private static Map<String, Object> words(final ArenaFigures figures) {
        final Map<String, Object> words = new LinkedHashMap<>();
        for (final RecordComponent figure : ArenaFigures.class.getRecordComponents()) {
            final String word = figure.getName()
                    .replaceAll("([A-Z])", "_$1")
                    .toLowerCase(Locale.ROOT)
                    .replace("_nanos", "_ns");
            try {
                words.put(word, figure.getAccessor().invoke(figures));
            } catch (final ReflectiveOperationException e) {
                throw new IllegalStateException("cannot read a figure: " + word, e);
            }
        }
        return words;
    }
}
