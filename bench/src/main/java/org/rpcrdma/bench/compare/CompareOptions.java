// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.agrona.BitUtil;
import org.rpcrdma.bench.console.ByteSize;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.host.HostSettings;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.load.EchoLoad;
import org.rpcrdma.bench.load.Load;
import org.rpcrdma.bench.load.WorkloadOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The arguments of a comparison: those of {@code compare}, and the options that a sweep varies. */
public final class CompareOptions {
    private static final List<String> SIMULATED_ONLY = List.of(
            "--arrivals",
            "--processors",
            "--threads",
            "--seeds",
            "--mounted",
            "--think-time",
            "--warm-pools",
            "--sends");

    private static final long NANOS_A_MICRO = 1000;

    @Mixin
    private WorkloadOptions workload;

    @Option(
            names = "--strategy",
            paramLabel = "LIST",
            split = ",",
            converter = Strategy.Labels.class,
            completionCandidates = Strategy.Labels.class,
            description =
                    "strategies, separated by commas: ${COMPLETION-CANDIDATES} (default: the first three); shared-srq"
                            + " and shared-srq-registered have Receives for a quarter of all connections' credits, in one"
                            + " queue a processor")
    private List<Strategy> strategies;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "16",
            description = "connections that each do the workload (default: ${DEFAULT-VALUE})")
    private int connections;

    @Option(
            names = "--arrivals",
            paramLabel = "RATE",
            defaultValue = "1000",
            description =
                    "connections set up per second of virtual time, with exponential gaps; each makes its RPCs and"
                            + " is torn down; or at-once, as after a restart of the server (default: ${DEFAULT-VALUE})")
    private String arrivals;

    @Option(
            names = "--mounted",
            description = "connections are mounts: all are set up before the first call, and torn down after the last"
                    + " reply")
    private boolean mounted;

    @Option(
            names = "--think-time",
            paramLabel = "MICROS",
            defaultValue = "0",
            description = "mean time between a reply and the next call, with exponential pauses (default:"
                    + " ${DEFAULT-VALUE})")
    private int thinkMicros;

    @Option(
            names = "--processors",
            paramLabel = "N",
            defaultValue = "16",
            description = "processors of the server, each with an event loop and a port; connections take them in turn"
                    + " (default: ${DEFAULT-VALUE})")
    private int processors;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "16",
            description = "service threads of the server, each of which serves a call on the processor that is free"
                    + " first (default: ${DEFAULT-VALUE})")
    private int threads;

    @Option(
            names = "--credits",
            paramLabel = "N",
            defaultValue = "128",
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
                    + " (default: 4096, or enough for the workload's largest Send)")
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
            names = "--warm-pools",
            description = "FRMR pools hold the regions of all connections before the first one begins (default: each"
                    + " connection makes missing ones)")
    private boolean warmPools;

    @Option(
            names = "--sends",
            paramLabel = "WAY",
            converter = Sends.Names.class,
            completionCandidates = Sends.Names.class,
            defaultValue = "kept",
            description =
                    "the server's send buffers: kept by each connection until it ends, as many as it ever needed at"
                            + " once, like svcrdma's; or lent by an arena, a bounded one a processor (default:"
                            + " ${DEFAULT-VALUE})")
    private Sends sends;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "first seed of the simulation: the same seeds print the same bytes (default:"
                    + " ${DEFAULT-VALUE})")
    private long seed;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "5",
            description = "seeds that each strategy runs with: figures are the median and the range of them (default:"
                    + " ${DEFAULT-VALUE})")
    private int seeds;

    @Mixin
    private HardwareOptions hardware;

    @Spec
    private CommandSpec spec;

    /** A command line of a comparison's options only. */
    @Command
    private static final class Parsed {
        @Mixin
        private CompareOptions options;
    }

    /** Returns the options that there are. */
    public static List<OptionSpec> all() {
        return new CommandLine(new Parsed()).getCommandSpec().options();
    }

    /**
     * Returns the options with some values.
     *
     * @param settings values by the names of options without dashes, or of parameters of the cost model, which have a
     *                 point in them. An option without a value takes {@code true}.
     * @throws InputException if a name or a value is unusable.
     */
    public static CompareOptions of(final Map<String, String> settings) {
        final Parsed parsed = new Parsed();
        try {
            new CommandLine(parsed)
                    .parseArgs(settings.entrySet().stream()
                            .map(setting -> (setting.getKey().indexOf('.') < 0 ? "--" : "--set=") + setting)
                            .toArray(String[]::new));
        } catch (final ParameterException e) {
            throw new InputException(e.getMessage());
        }
        return parsed.options;
    }

    /** Returns the comparison that the arguments ask for.
     *
     * @param captures reads a capture.
     */
    public Comparison conclude(final Captures captures) throws IOException {
        final Load load = workload.load(bufferSize, seed, captures);
        return new Comparison(load, settings(load, Strategy.usual(), hardware.conclude()));
    }

    /** Returns the load of each connection on a device of the host, checked. */
    public EchoLoad deviceLoad() {
        if (sharedArena) {
            throw new InputException("--shared-arena is not supported with --device");
        }
        for (final String simulated : SIMULATED_ONLY) {
            if (spec.commandLine().getParseResult().hasMatchedOption(simulated)) {
                throw new InputException(simulated + " is not supported with --device");
            }
        }
        return workload.deviceLoad(bufferSize, seed);
    }

    /**
     * Returns the strategies compared on a device of the host, checked: every strategy by default, for the device may
     * refuse some.
     */
    public ComparisonSettings deviceSettings(final Load load, final boolean isSoftware) {
        return settings(load, Strategy.values(), hardware.conclude(isSoftware));
    }

    private ComparisonSettings settings(final Load load, final List<Strategy> usual, final Hardware simulated) {
        final int least = BitUtil.findNextPositivePowerOfTwo(load.largestSend());
        final int size = bufferSize == null ? Math.max(WorkloadOptions.USUAL_BUFFER, least) : bufferSize;
        final ComparisonSettings settings = new ComparisonSettings(
                new Traffic(connections, Traffic.arrivals(arrivals), mounted, thinkMicros * NANOS_A_MICRO),
                credits,
                buffers == null ? ComparisonSettings.defaultBuffers(credits) : buffers,
                size,
                shardSize,
                workload.memoryMode(),
                sharedArena,
                warmPools,
                sends,
                new HostSettings(processors, threads),
                simulated,
                new Seeds(seed, seeds),
                chosen(usual));
        if (size < load.largestSend()) {
            throw new InputException(
                    "--buffer-size must hold the workload's largest Send: " + size + ", limit " + load.largestSend());
        }
        return settings;
    }

    private List<Strategy> chosen(final List<Strategy> usual) {
        if (strategies == null) {
            return usual;
        }
        if (strategies.isEmpty()) {
            throw new InputException("--strategy names no strategy; it knows " + Strategy.labels());
        }
        return strategies.stream().distinct().toList();
    }
}
