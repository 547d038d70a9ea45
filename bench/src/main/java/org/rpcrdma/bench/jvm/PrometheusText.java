// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.io.PrintWriter;
import java.util.List;
import org.rpcrdma.arena.counters.ArenaCountersSnapshot;
import org.rpcrdma.arena.counters.ArenaReading;

/** Prints the arenas of processes in Prometheus' text exposition format, version 0.0.4. */
public final class PrometheusText {
    private static final String UPDATED = "rpcrdma_arena_updated_timestamp_seconds";
    private static final String ARENAS = "rpcrdma_arena_arenas";

    private final List<ArenaCountersSnapshot> snapshots;
    private final ArenaNames names;
    private final PrintWriter out;

    public PrometheusText(final List<ArenaCountersSnapshot> snapshots, final ArenaNames names, final PrintWriter out) {
        this.snapshots = snapshots;
        this.names = names;
        this.out = out;
    }

    public void print() {
        head(UPDATED, "When the process wrote its figures last, seconds since 1970.", "gauge");
        for (final ArenaCountersSnapshot snapshot : snapshots) {
            line(UPDATED + "{pid=\"" + snapshot.pid() + "\"} " + snapshot.updatedMillis() / 1e3);
        }
        head(ARENAS, "Arenas of which these are the figures, or their sums.", "gauge");
        forEach((labels, arena) -> line(ARENAS + labels + " " + arena.arenas()));
        for (final PrometheusMetric metric : PrometheusMetric.values()) {
            head(metric.label(), metric.help(), metric.type());
            forEach((labels, arena) -> {
                final Long value = arena.figures().get(metric.figure());
                if (value != null) {
                    line(metric.label() + labels + " " + metric.text(value));
                }
            });
        }
    }

    private interface Sample {
        void print(String labels, ArenaReading arena);
    }

    private void forEach(final Sample sample) {
        for (final ArenaCountersSnapshot snapshot : snapshots) {
            for (final ArenaReading arena : snapshot.arenas()) {
                if (names.has(arena.name())) {
                    sample.print(labels(snapshot, arena), arena);
                }
            }
        }
    }

    /** Returns what tells an arena from all others: a process may have two of one name. */
    private static String labels(final ArenaCountersSnapshot snapshot, final ArenaReading arena) {
        return "{pid=\"" + snapshot.pid() + "\",id=\"" + arena.id() + "\",arena=\"" + escaped(arena.name()) + "\"}";
    }

    static String escaped(final String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private void head(final String name, final String help, final String type) {
        line("# HELP " + name + " " + help);
        line("# TYPE " + name + " " + type);
    }

    /** The format has line feeds on every system. */
    private void line(final String text) {
        out.print(text + "\n");
    }
}
