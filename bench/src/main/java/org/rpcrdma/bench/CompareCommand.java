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
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.agrona.BitUtil;
import org.rpcrdma.arena.ArenaCounters;
import org.rpcrdma.bench.ComparisonResult.StrategyResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rpcrdma compare}: the receive-buffer strategies over a capture's workload, side by side. */
@Command(
        name = "compare",
        description =
                "Has connections replay a capture of NFS/RDMA traffic, or echo data, through a simulated server, once for each"
                        + " way of mapping its Receive buffers, and prints the ways side by side. Times are virtual: they come from the cost model.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class CompareCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private WorkloadOptions workload;

    @Option(
            names = "--strategy",
            paramLabel = "LIST",
            split = ",",
            completionCandidates = Strategy.Labels.class,
            description = "what to compare, by commas: ${COMPLETION-CANDIDATES}" + " (default: the first six)")
    private List<String> strategies;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "1",
            description = "connections that each do the workload, begun at random (default: ${DEFAULT-VALUE})")
    private int connections;

    @Option(
            names = "--credits",
            paramLabel = "N",
            defaultValue = "64",
            description = "RPCs in flight on a connection at most, and Receives posted (default: ${DEFAULT-VALUE})")
    private int credits;

    @Option(
            names = "--buffers",
            paramLabel = "N",
            description = "Receive buffers of a connection (default: 2 x credits + 7)")
    private Integer buffers;

    @Option(
            names = "--buffer-size",
            paramLabel = "BYTES",
            converter = ByteSize.class,
            description = "size of a Receive buffer, a power of two"
                    + " (default: 4096, or what holds the workload's largest Send)")
    private Integer bufferSize;

    @Option(
            names = "--shard-size",
            paramLabel = "BYTES",
            defaultValue = "64K",
            converter = ByteSize.class,
            description = "size of a shard, a power of two from 4K to 2M (default: ${DEFAULT-VALUE})")
    private int shardSize;

    @Option(
            names = "--shared-arena",
            description =
                    "the server's connections share one arena: each has a buffer a credit, and more, up to --buffers,"
                            + " while it needs them (default: an arena for each)")
    private boolean sharedArena;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "decides what is random: the same seed prints the same bytes (default: ${DEFAULT-VALUE})")
    private long seed;

    @Mixin
    private HardwareOptions hardware;

    @Mixin
    private TraceOption trace;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        json.check();
        final Load load = workload.load(bufferSize, seed, spec.commandLine().getErr());
        final CompareOptions options = options(load);
        final List<StrategyResult> results = new ArrayList<>();
        try (TraceOption.Trace events = trace.open();
                ShownArenas arenas = showArenas()) {
            for (final Strategy strategy : options.strategies()) {
                results.add(run(load, options, strategy, arenas, events.tap()));
            }
            events.report(spec.commandLine().getErr());
        }
        final ComparisonResult result = ComparisonResult.of(load, options, results);
        if (!json.isStandardOutput()) {
            final PrintWriter out = spec.commandLine().getOut();
            new ComparisonReport(load, options, result).print(out);
            StandardOutput.flush(out);
        }
        json.write(result, spec.commandLine().getOut());
        return exitCode(results);
    }

    /** Payload that arrived other than it was sent is a failure, whatever the figures say. */
    private int exitCode(final List<StrategyResult> results) {
        for (final StrategyResult result : results) {
            if (result.corruptions() != null && result.corruptions() > 0) {
                spec.commandLine()
                        .getErr()
                        .println("rpcrdma: " + result.name() + ": " + result.corruptions()
                                + " messages or chunks arrived" + " with other bytes than were sent");
                return Rpcrdma.FAILED;
            }
        }
        return Rpcrdma.DONE;
    }

    private CompareOptions options(final Load load) {
        final int least = BitUtil.findNextPositivePowerOfTwo(load.largestSend());
        final int size = bufferSize == null ? Math.max(CompareOptions.USUAL_BUFFER, least) : bufferSize;
        final CompareOptions options = new CompareOptions(
                connections,
                credits,
                buffers == null ? CompareOptions.defaultBuffers(credits) : buffers,
                size,
                shardSize,
                workload.memoryMode(),
                sharedArena,
                hardware.conclude(),
                seed,
                chosen());
        if (size < load.largestSend()) {
            throw new InputException(
                    "--buffer-size must hold the workload's largest Send: " + size + ", limit " + load.largestSend());
        }
        return options;
    }

    private List<Strategy> chosen() {
        if (strategies == null) {
            return Strategy.usual();
        }
        final List<Strategy> chosen =
                strategies.stream().map(CompareCommand::strategy).distinct().toList();
        if (chosen.isEmpty()) {
            throw new InputException("--strategy names no strategy; it knows " + Strategy.labels());
        }
        return chosen;
    }

    private static Strategy strategy(final String label) {
        return Strategy.of(label)
                .orElseThrow(() -> new InputException("--strategy knows " + Strategy.labels() + ": " + label));
    }

    private ShownArenas showArenas() {
        return ShownArenas.open(
                ArenaCounters.file(ProcessHandle.current().pid()),
                spec.commandLine().getErr());
    }

    private StrategyResult run(
            final Load load,
            final CompareOptions options,
            final Strategy strategy,
            final ShownArenas arenas,
            final RunTap tap) {
        try (Progress progress = new Progress(strategy.label(), (long) load.rpcs() * connections)) {
            return new StrategyRun(load, options, strategy, arenas, tap).run(progress::at);
        }
    }
}
