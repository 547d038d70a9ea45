// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.ProgressLine;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.load.TapFactory;
import org.rpcrdma.bench.settings.ComparisonSettings;

/** Runs the points of a grid that are not done yet. All of them are checked before the first one runs. */
public final class SweepRun {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Grid grid;
    private final Function<Map<String, String>, ComparisonSettings> parser;
    private final Captures captures;
    /** RPCs of each point, all strategies. */
    private final List<Long> rpcs = new ArrayList<>();

    /**
     * Checks all points.
     *
     * @param parser makes a comparison's settings from a point's.
     * @throws InputException if a point cannot be run; the message names it.
     */
    public SweepRun(
            final Grid grid, final Function<Map<String, String>, ComparisonSettings> parser, final Captures captures)
            throws IOException {
        this.grid = grid;
        this.parser = parser;
        this.captures = captures;
        for (final Point point : grid.points()) {
            rpcs.add(comparison(point).allRpcs());
        }
    }

    /** Runs those of a slice, and keeps each result as soon as it is there. */
    public void run(final SweepFolder folder, final Slice slice, final ShownArenas arenas) throws IOException {
        try (PointLog log = folder.log(slice);
                ProgressLine line = new ProgressLine()) {
            final List<Point> toDo = toDo(folder.results().keySet(), slice);
            final SweepProgress progress = new SweepProgress(
                    System::nanoTime,
                    toDo.size(),
                    toDo.stream().mapToLong(this::rpcs).sum());
            for (final Point point : toDo) {
                progress.begin(point.label());
                log.append(SweepFolder.line(point, run(point, arenas, done -> line.show(() -> progress.line(done)))));
                progress.end(rpcs(point));
            }
        }
    }

    private JsonNode run(final Point point, final ShownArenas arenas, final LongConsumer progress) throws IOException {
        try {
            return JSON.valueToTree(
                    comparison(point).run(arenas, TapFactory.NONE, (strategy, seed, done) -> progress.accept(done)));
        } catch (final IllegalStateException e) {
            throw new IllegalStateException(point.label() + ": " + e.getMessage(), e);
        }
    }

    private Comparison comparison(final Point point) throws IOException {
        try {
            return Comparison.of(parser.apply(point.settings()), captures);
        } catch (final InputException e) {
            throw new InputException(point.label().isEmpty() ? e.getMessage() : point.label() + ": " + e.getMessage());
        }
    }

    private List<Point> toDo(final Set<Integer> done, final Slice slice) {
        return grid.points().stream()
                .filter(point -> slice.includes(point) && !done.contains(point.number()))
                .toList();
    }

    private long rpcs(final Point point) {
        return rpcs.get(point.number() - 1);
    }
}
