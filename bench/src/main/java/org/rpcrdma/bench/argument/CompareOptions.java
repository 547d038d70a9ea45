// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Sends;
import org.rpcrdma.bench.settings.SharedDepth;
import org.rpcrdma.bench.settings.Strategy;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options of {@code compare}, which {@code sweep} can vary. */
public final class CompareOptions {
    private static final String AT_ONCE = "at-once";

    private static final List<String> SIMULATED_ONLY = List.of(
            "--arrivals",
            "--processors",
            "--threads",
            "--seeds",
            "--mounted",
            "--think-time",
            "--warm-pools",
            "--sends");

    @Mixin
    private WorkloadOptions workload;

    @Option(
            names = "--strategy",
            paramLabel = "LIST",
            split = ",",
            converter = Labels.class,
            completionCandidates = Labels.class,
            description =
                    "strategies, separated by commas: ${COMPLETION-CANDIDATES} (default: the first four); shared-srq "
                            + "and shared-srq-registered use one shared receive queue per processor, with the depth "
                            + "--shared-receives")
    private List<Strategy> strategies;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description =
                    "number of connections, each of which runs the workload (default: as in --capture, otherwise 16)")
    private Integer connections;

    @Option(
            names = "--clients",
            paramLabel = "N",
            description = "number of clients with --nconnect connections each, instead of --connections")
    private Integer clients;

    @Option(
            names = "--nconnect",
            paramLabel = "N",
            description = "connections per client, 1 to 16, as with the mount option (default: 1)")
    private Integer nconnect;

    @Option(
            names = "--arrivals",
            paramLabel = "RATE",
            description =
                    "connections set up per second of virtual time, with exponential gaps; each connection makes its "
                            + "RPCs and is torn down; at-once sets up all connections immediately, as after a server "
                            + "restart (default: as in --capture if two or more connections begin there, otherwise "
                            + "1000)")
    private String arrivals;

    @Option(
            names = "--mounted",
            description = "treat connections as mounts, which are all set up before the first call and torn down after "
                    + "the last reply")
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
            description =
                    "the server's processors, each with an event loop and a port; connections are assigned round-robin"
                            + " (default: ${DEFAULT-VALUE})")
    private int processors;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "16",
            description = "the server's service threads; a call is served on the processor that becomes free first"
                    + " (default: ${DEFAULT-VALUE})")
    private int threads;

    @Option(
            names = "--credits",
            paramLabel = "N",
            description = "maximum number of RPCs in flight per connection, and of Receives posted for them (default: "
                    + "as granted in --capture, otherwise 128)")
    private Integer credits;

    @Option(
            names = "--buffers",
            paramLabel = "N",
            description = "Receive buffers per connection (default: 2 x credits + 7)")
    private Integer buffers;

    @Option(
            names = "--buffer-size",
            paramLabel = "BYTES",
            converter = ByteSize.class,
            description = "size of a Receive buffer, a power of two (default: as negotiated in --capture, otherwise "
                    + "4096, or more if the workload's largest Send needs it)")
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
                    "let the server's connections share one arena; each has one buffer per credit, and up to --buffers "
                            + "while it needs them (default: one arena per connection)")
    private boolean sharedArena;

    @Option(
            names = "--shared-receives",
            paramLabel = "DEPTH",
            defaultValue = "25%",
            converter = Depth.class,
            description = "Receives in each shared queue: a number, or a percentage of the credits of the queue's "
                    + "connections; a client that finds no Receive waits for rc.rnr_timer (default: 25%%)")
    private SharedDepth sharedReceives;

    @Option(
            names = "--warm-pools",
            description = "fill the FRMR pools for all connections before the first one starts (default: each "
                    + "connection creates missing regions)")
    private boolean warmPools;

    @Option(
            names = "--sends",
            paramLabel = "WAY",
            converter = SendsNames.class,
            completionCandidates = SendsNames.class,
            defaultValue = "kept",
            description =
                    "source of the server's send buffers: with kept, each connection keeps its peak number of buffers "
                            + "until it ends, like svcrdma; with arena, one bounded arena per processor lends buffers "
                            + "(default: ${DEFAULT-VALUE})")
    private Sends sends;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "first seed of the simulation; the same seeds produce the same output (default: "
                    + "${DEFAULT-VALUE})")
    private long seed;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            defaultValue = "5",
            description = "number of seeds that each strategy runs with; figures are medians and ranges over the seeds"
                    + " (default:"
                    + " ${DEFAULT-VALUE})")
    private int seeds;

    @Mixin
    private HardwareOptions hardware;

    @Spec
    private CommandSpec spec;

    /** A command line with only the options of a comparison. */
    @Command
    private static final class Parsed {
        @Mixin
        private CompareOptions options;
    }

    /** The values of {@code --strategy}. */
    static final class Labels extends Choice<Strategy> {
        Labels() {
            super(Strategy.values().toArray(Strategy[]::new));
        }
    }

    /** The values of {@code --shared-receives}. */
    static final class Depth implements ITypeConverter<SharedDepth> {
        @Override
        public SharedDepth convert(final String text) {
            try {
                return SharedDepth.parse(text);
            } catch (final InputException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** The values of {@code --sends}. */
    static final class SendsNames extends Choice<Sends> {
        SendsNames() {
            super(Sends.values());
        }
    }

    /** Returns all options of a comparison. */
    public static List<OptionSpec> all() {
        return new CommandLine(new Parsed()).getCommandSpec().options();
    }

    /**
     * Parses options.
     *
     * @param arguments options with their values.
     * @throws InputException if an option or a value is unusable.
     */
    public static CompareOptions parse(final String... arguments) {
        final Parsed parsed = new Parsed();
        try {
            new CommandLine(parsed).parseArgs(arguments);
        } catch (final ParameterException e) {
            throw new InputException(e.getMessage());
        }
        return parsed.options;
    }

    /** Returns the requested settings. Defaults replace missing settings and do not depend on the capture. */
    public ComparisonSettings settings() {
        return settings(simulated(), false);
    }

    /** Returns the requested settings. The named capture supplies missing settings. */
    public ComparisonSettings capturedSettings() {
        final ComparisonSettings.Builder settings = simulated();
        return settings(workload.namesCapture() ? settings.asCaptured() : settings, false);
    }

    private ComparisonSettings.Builder simulated() {
        final ComparisonSettings.Builder settings = new ComparisonSettings.Builder()
                .mounted(mounted)
                .thinkTime(Duration.of(thinkMicros, ChronoUnit.MICROS))
                .processors(processors)
                .threads(threads)
                .sharedArena(sharedArena)
                .warmPools(warmPools)
                .sends(sends)
                .seeds(seed, seeds);
        workload.set(settings);
        if (arrivals != null) {
            settings.arrivals(rate());
        }
        return settings;
    }

    /**
     * Returns the settings for a comparison on a device of the host. By default, all strategies run, although the
     * device may reject some of them.
     */
    public ComparisonSettings deviceSettings(final boolean isSoftware) {
        if (sharedArena) {
            throw new InputException("--shared-arena is not supported with --device");
        }
        for (final String simulated : SIMULATED_ONLY) {
            if (spec.commandLine().getParseResult().hasMatchedOption(simulated)) {
                throw new InputException(simulated + " is not supported with --device");
            }
        }
        final ComparisonSettings.Builder settings =
                new ComparisonSettings.Builder().seeds(seed, 1).strategies(Strategy.values());
        workload.setForDevice(settings);
        return settings(settings, isSoftware);
    }

    private ComparisonSettings settings(final ComparisonSettings.Builder settings, final boolean isSoftware) {
        settings.shardSize(shardSize).sharedReceives(sharedReceives);
        setConnections(settings);
        if (credits != null) {
            settings.credits(credits);
        }
        if (buffers != null) {
            settings.buffers(buffers);
        }
        if (bufferSize != null) {
            settings.bufferSize(bufferSize);
        }
        if (strategies != null) {
            if (strategies.isEmpty()) {
                throw new InputException("--strategy must name at least one of " + String.join(", ", new Labels()));
            }
            settings.strategies(strategies.stream().distinct().toList());
        }
        hardware.set(settings, isSoftware);
        return settings.build();
    }

    private void setConnections(final ComparisonSettings.Builder settings) {
        if (clients == null && nconnect != null) {
            throw new InputException(
                    "--nconnect is the number of connections per client, and requires --clients: --nconnect="
                            + nconnect);
        }
        if (clients != null && connections != null) {
            throw new InputException("--connections and --clients are mutually exclusive, because each client has "
                    + "--nconnect connections: --connections=" + connections + " --clients=" + clients);
        }
        if (clients != null) {
            settings.clients(clients, nconnect == null ? 1 : nconnect);
        } else if (connections != null) {
            settings.connections(connections);
        }
    }

    private double rate() {
        if (arrivals.equals(AT_ONCE)) {
            return Double.POSITIVE_INFINITY;
        }
        try {
            final double rate = Double.parseDouble(arrivals);
            if (!Double.isInfinite(rate)) {
                return rate;
            }
        } catch (final NumberFormatException e) {
            // reported below
        }
        throw new InputException("--arrivals must be connections per second, 0.001 to 1,000,000,000, or " + AT_ONCE
                + ": --arrivals=" + arrivals);
    }
}
