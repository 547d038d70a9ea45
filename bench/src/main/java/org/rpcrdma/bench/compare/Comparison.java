// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.agrona.BitUtil;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.CaptureLoad;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.load.EchoLoad;
import org.rpcrdma.bench.load.Load;
import org.rpcrdma.bench.load.TapFactory;
import org.rpcrdma.bench.settings.BufferSettings;
import org.rpcrdma.bench.settings.ClientTraffic;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Seeds;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.sim.config.MemoryMode;

/**
 * A comparison that is ready to run.
 *
 * @param load     the load of each connection.
 * @param settings the settings, including the size of Receive buffers.
 */
public record Comparison(Load load, ComparisonSettings settings) {
    private static final int MOST_SIDE_BY_SIDE = 10_000;
    private static final int CLIENT_SHARD = 64 << 10;

    /**
     * Creates a comparison and reads its workload.
     *
     * @param captures reads captures.
     * @throws InputException if the capture is unusable, or a Receive buffer is too small for it.
     */
    public static Comparison of(final ComparisonSettings settings, final Captures captures) throws IOException {
        final Load load = captures.load(settings);
        return of(
                load instanceof CaptureLoad capture
                        ? settings.asCaptured(capture.workload().traffic())
                        : settings,
                load);
    }

    /**
     * Creates a comparison with the given load. Chooses the Receive buffer size if the settings do not specify it.
     *
     * @throws InputException if the specified size is too small for the load.
     */
    public static Comparison of(final ComparisonSettings settings, final Load load) {
        final int given = settings.buffers().size();
        final int least = BitUtil.findNextPositivePowerOfTwo(load.largestSend());
        final ComparisonSettings sized =
                given == 0 ? settings.withBufferSize(Math.max(BufferSettings.USUAL_SIZE, least)) : settings;
        if (sized.buffers().size() < load.largestSend()) {
            throw new InputException("bufferSize must be at least the workload's largest Send, " + load.largestSend()
                    + " bytes: bufferSize=" + given);
        }
        return new Comparison(load, sized);
    }

    /** Returns the number of RPCs in one run. */
    public long rpcs() {
        return (long) load.rpcs() * settings.traffic().connections();
    }

    /** Returns the number of RPCs in all runs, with all strategies and seeds. */
    public long allRpcs() {
        return rpcs() * settings.strategies().size() * settings.seeds().count();
    }

    /**
     * Runs the strategies with each seed. Several seeds run in parallel. Only runs with the first seed use the tap and
     * expose their arenas.
     *
     * @param progress receives the number of completed RPCs from time to time.
     * @param results  receives the figures of each run when the run ends.
     */
    public ComparisonResult run(
            final ShownArenas arenas, final TapFactory tap, final RunProgress progress, final RunResults results) {
        final AtomicLongArray done = new AtomicLongArray(settings.seeds().count());
        final int seeds = settings.seeds().count();
        SeedThreads.run(seeds + settings.strategies().size(), threads(), task -> {
            if (task >= seeds) {
                results.simulateSmallerBlocks(task - seeds);
            } else if (task == 0) {
                runSeed(0, arenas, tap, progress, results, done);
            } else {
                runSeed(task, ShownArenas.NONE, TapFactory.NONE, progress, results, done);
            }
        });
        return result(results.comparable());
    }

    private void runSeed(
            final int seed,
            final ShownArenas arenas,
            final TapFactory tap,
            final RunProgress progress,
            final RunResults results,
            final AtomicLongArray done) {
        for (int i = 0; i < settings.strategies().size(); i++) {
            final Strategy strategy = settings.strategies().get(i);
            final long before = i * rpcs();
            final long number = settings.seeds().seed(seed);
            final RunResult result = new StrategyRun(load, settings, strategy, number, arenas, tap).run(rpcs -> {
                done.set(seed, before + rpcs);
                progress.at(strategy, number, sum(done));
            });
            done.set(seed, before + rpcs());
            results.add(seed, strategy, result);
        }
    }

    /** Runs the strategies with each seed. */
    public ComparisonResult run(final ShownArenas arenas, final TapFactory tap, final RunProgress progress) {
        return run(arenas, tap, progress, new RunResults(settings));
    }

    /**
     * Returns the maximum number of bytes that buffers occupy during the comparison; 0 if the buffers' addresses are
     * not backed by memory.
     */
    public long bufferBytes() {
        if (settings.buffers().memory() != MemoryMode.BACKED) {
            return 0;
        }
        final long ofServer = settings.strategies().stream()
                .mapToLong(strategy -> StrategyPlan.of(strategy).allocatedBytes(settings.buffers()))
                .max()
                .orElseThrow();
        return (ofServer + clientBytes(settings.buffers())) * settings.traffic().connections() * parallelSeeds();
    }

    /** Returns the bytes of a client's shards, which contain a buffer per credit and a batch of a quarter of them. */
    private static long clientBytes(final BufferSettings buffers) {
        final int most = buffers.credits() + Math.max(1, buffers.credits() >> 2);
        return BitUtil.align((long) buffers.size() * most, Math.max(CLIENT_SHARD, buffers.size()));
    }

    /** Returns the number of Receive buffers of all servers' connections in all runs. */
    public long allBuffers() {
        return (long) settings.buffers().count()
                * settings.traffic().connections()
                * settings.strategies().size()
                * settings.seeds().count();
    }

    /** Returns the number of seeds that run in parallel. */
    public int parallelSeeds() {
        return Math.min(threads(), settings.seeds().count());
    }

    /**
     * Returns a shorter comparison with one seed. It has at least one client, but only as many clients as make a
     * limited number of RPCs and have a limited number of buffers. If one client would make more RPCs, it makes fewer
     * per connection, unless the calls are those of a capture.
     */
    public Comparison sample(final long mostRpcs, final long mostBuffers) {
        final int seeds = settings.seeds().count();
        final long parts = Math.max(parts(allRpcs() / seeds, mostRpcs), parts(allBuffers() / seeds, mostBuffers));
        final ClientTraffic traffic = settings.traffic();
        final ClientTraffic fewer = new ClientTraffic(
                (int) Math.max(1, traffic.clients() / parts),
                traffic.nconnect(),
                traffic.arrivals(),
                traffic.mounted(),
                traffic.thinkNanos());
        final long each =
                mostRpcs / ((long) fewer.connections() * settings.strategies().size());
        return new Comparison(
                load instanceof EchoLoad echo ? echo.ofRpcs((int) Math.max(1, Math.min(echo.rpcs(), each))) : load,
                new ComparisonSettings(
                        settings.calls(),
                        fewer,
                        settings.buffers(),
                        settings.host(),
                        settings.hardware(),
                        new Seeds(settings.seeds().first(), 1),
                        settings.strategies()));
    }

    /** Returns the number of equal parts of which none exceeds a limit. */
    private static long parts(final long number, final long most) {
        return (number + most - 1) / most;
    }

    /**
     * Returns the number of seeds to run in parallel. Runs with many connections are executed one after the other,
     * because each of them needs all the memory.
     */
    private int threads() {
        return settings.traffic().connections() > MOST_SIDE_BY_SIDE
                ? 1
                : Runtime.getRuntime().availableProcessors();
    }

    private static long sum(final AtomicLongArray numbers) {
        return IntStream.range(0, numbers.length()).mapToLong(numbers::get).sum();
    }

    /** Builds the result from figures that may lack the last strategies or seeds. */
    ComparisonResult result(final List<StrategyResult> results) {
        return ComparisonResult.of(load, settings, results);
    }

    /** Returns this comparison, restricted to the strategies and seeds that have figures. */
    Comparison of(final List<StrategyResult> results) {
        return new Comparison(
                load,
                settings.with(
                        settings.strategies().subList(0, results.size()),
                        new Seeds(
                                settings.seeds().first(), results.get(0).runs().size())));
    }
}
