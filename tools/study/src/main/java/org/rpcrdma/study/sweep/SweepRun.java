// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.channels.FileLock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.ProgressLine;
import org.rpcrdma.bench.file.IoReason;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.load.TapFactory;
import org.rpcrdma.bench.settings.ComparisonSettings;

/** Runs the unfinished points of a grid. All points are checked before the first one runs. */
public final class SweepRun {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long SAMPLE_NANOS = 500_000_000;
    /** The first runs of a sample are slow, because the JVM has not compiled their code yet. */
    private static final int SAMPLE_RUNS = 4;

    private static final long SAMPLE_RPCS = 20_000;
    private static final long SAMPLE_BUFFERS = 400_000;
    /** The interval at which the points of other processes are counted while a point runs. */
    private static final long LOOK_NANOS = 1_000_000_000;

    private final Grid grid;
    private final Function<Map<String, String>, ComparisonSettings> parser;
    private final Captures captures;
    /** The number of RPCs of each point, over all strategies. */
    private final List<Long> rpcs = new ArrayList<>();

    private long lookedNanos = System.nanoTime();

    /**
     * Checks all points.
     *
     * @param parser converts a point's settings to the settings of a comparison.
     * @throws InputException if a point cannot be run; the message contains its number.
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

    /**
     * Runs the points of a slice that no other process has finished or claimed. The longest points run first. Each
     * result is saved immediately.
     *
     * @param err receives a line if the command is stopped.
     */
    public void run(final SweepFolder folder, final Slice slice, final ShownArenas arenas, final PrintWriter err)
            throws IOException {
        final List<Point> toDo = toDo(folder.results().keySet(), slice);
        final DonePoints done = new DonePoints(folder);
        try (Claims claims = folder.claims();
                PointLog log = folder.log(slice, claims);
                ProgressLine line = new ProgressLine();
                StoppedSweep stopped = new StoppedSweep(() -> doneInWords(folder), err)) {
            stopped.show(line);
            final SweepProgress progress = new SweepProgress(
                    System::nanoTime,
                    toDo.size(),
                    toDo.stream().mapToLong(this::rpcs).sum());
            for (final Point point : toDo) {
                try (FileLock claim = claims.take(point)) {
                    if (claim != null && !done.now().contains(point.number())) {
                        begin(progress, point, toDo, done.now());
                        log.append(SweepFolder.line(
                                point,
                                run(
                                        point,
                                        arenas,
                                        rpcs -> line.show(() -> {
                                            look(progress, toDo, done);
                                            return progress.line(rpcs);
                                        }))));
                    }
                }
            }
        }
    }

    private void begin(
            final SweepProgress progress, final Point point, final List<Point> toDo, final Set<Integer> done) {
        progress.begin(point.label(), pointsDone(toDo, done), rpcsDone(toDo, done));
    }

    /** Counts the points that other processes have finished, which contribute to the rate. */
    private void look(final SweepProgress progress, final List<Point> toDo, final DonePoints done) {
        if (System.nanoTime() - lookedNanos < LOOK_NANOS) {
            return;
        }
        lookedNanos = System.nanoTime();
        try {
            final Set<Integer> now = done.now();
            progress.done(pointsDone(toDo, now), rpcsDone(toDo, now));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int pointsDone(final List<Point> of, final Set<Integer> done) {
        return (int) of.stream().filter(point -> done.contains(point.number())).count();
    }

    private long rpcsDone(final List<Point> of, final Set<Integer> done) {
        return of.stream()
                .filter(point -> done.contains(point.number()))
                .mapToLong(this::rpcs)
                .sum();
    }

    private String doneInWords(final SweepFolder folder) {
        final int all = grid.points().size();
        try {
            return new DonePoints(folder).now().size() + " of " + all + " points are done";
        } catch (final IOException e) {
            return IoReason.line(e);
        }
    }

    /**
     * Estimates the cost of the unfinished points. Sample runs measure the time of RPCs and buffers on this machine.
     *
     * @param done the numbers of the finished points.
     */
    public SweepPlan plan(final Set<Integer> done) throws IOException {
        final List<SweepPlan.Planned> planned = new ArrayList<>();
        for (final Point point : grid.points()) {
            if (!done.contains(point.number())) {
                final Comparison comparison = comparison(point);
                planned.add(new SweepPlan.Planned(
                        point,
                        rpcs(point),
                        comparison.allBuffers(),
                        comparison.parallelSeeds(),
                        comparison.bufferBytes()));
            }
        }
        return new SweepPlan(planned, grid.points().size(), cost());
    }

    /** Measures a point with the fewest buffers per RPC and a point with the most. */
    private SweepCost cost() throws IOException {
        Comparison few = null;
        Comparison many = null;
        for (final Point point : grid.points()) {
            final Comparison other = comparison(point).sample(SAMPLE_RPCS, SAMPLE_BUFFERS);
            few = few == null || isBetterSample(buffersPerRpc(few) - buffersPerRpc(other), other, few) ? other : few;
            many = many == null || isBetterSample(buffersPerRpc(other) - buffersPerRpc(many), other, many)
                    ? other
                    : many;
        }
        return SweepCost.of(measured(few), measured(many));
    }

    private static double buffersPerRpc(final Comparison comparison) {
        return (double) comparison.allBuffers() / comparison.allRpcs();
    }

    /**
     * Returns true if a point's number of buffers per RPC is more suitable. If the numbers are the same, the largest
     * point that takes at most a few seconds is the best sample, or the smallest point if every point takes longer.
     */
    private static boolean isBetterSample(final double better, final Comparison other, final Comparison sample) {
        final long rpcs = other.allRpcs();
        final long others = sample.allRpcs();
        final boolean isBetterSize = Math.max(rpcs, others) <= SAMPLE_RPCS ? rpcs > others : rpcs < others;
        return better > 0 || better == 0 && isBetterSize;
    }

    /**
     * Measures the time of a sample: the shortest of several runs, which take at least half a second in total. The JVM
     * compiles the code of long points further, so they take less time than the sample predicts.
     */
    private static SweepCost.Sample measured(final Comparison sample) {
        final long begun = System.nanoTime();
        long least = Long.MAX_VALUE;
        for (int runs = 0; runs < SAMPLE_RUNS || System.nanoTime() - begun < SAMPLE_NANOS; runs++) {
            final long before = System.nanoTime();
            sample.run(ShownArenas.NONE, TapFactory.NONE, (strategy, seed, rpcs) -> {});
            least = Math.min(least, System.nanoTime() - before);
        }
        return new SweepCost.Sample(sample.allRpcs(), sample.allBuffers(), least);
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
                .sorted(Comparator.comparingLong(this::rpcs).reversed())
                .toList();
    }

    private long rpcs(final Point point) {
        return rpcs.get(point.number() - 1);
    }
}
