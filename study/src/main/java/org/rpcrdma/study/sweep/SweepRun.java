// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.compare.Point;
import org.rpcrdma.bench.compare.SweepPoints;
import org.rpcrdma.bench.console.ProgressLine;
import org.rpcrdma.bench.jvm.ShownArenas;

/** Runs the points of a grid that are not done yet. All of them are checked before the first one runs. */
public final class SweepRun {
    private final Grid grid;
    private final SweepPoints points;
    /** RPCs of each point, all strategies. */
    private final List<Long> rpcs = new ArrayList<>();

    public SweepRun(final Grid grid, final SweepPoints points) throws IOException {
        this.grid = grid;
        this.points = points;
        for (final Point point : grid.points()) {
            final Comparison comparison = points.comparison(point);
            rpcs.add(comparison.allRpcs());
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
            return points.run(point, arenas, progress);
        } catch (final IllegalStateException e) {
            throw new IllegalStateException(point.label() + ": " + e.getMessage(), e);
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
