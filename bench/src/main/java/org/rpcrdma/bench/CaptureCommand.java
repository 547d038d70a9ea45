// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.Callable;
import java.util.function.LongConsumer;
import org.rpcrdma.bench.argument.Choice;
import org.rpcrdma.bench.argument.FileUse;
import org.rpcrdma.bench.argument.TraceOption;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.compare.StrategyRun;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.NamedChannel;
import org.rpcrdma.bench.console.Progress;
import org.rpcrdma.bench.console.StandardOutput;
import org.rpcrdma.bench.console.TextOutput;
import org.rpcrdma.bench.file.IoReason;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.BundledCaptures;
import org.rpcrdma.bench.load.CaptureLoad;
import org.rpcrdma.bench.load.CaptureRemarks;
import org.rpcrdma.bench.load.CaptureRun;
import org.rpcrdma.bench.load.CaptureSettings;
import org.rpcrdma.bench.load.CaptureWorkload;
import org.rpcrdma.bench.load.ServiceRun;
import org.rpcrdma.bench.load.TapFactory;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Sends;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.bench.trace.CombinedTap;
import org.rpcrdma.bench.trace.FrameTap;
import org.rpcrdma.capture.CaptureWriter;
import org.rpcrdma.replay.Workload;
import org.rpcrdma.sim.config.IommuMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rpcrdma capture}: writes the traffic of a simulated workload to a pcap file. */
@Command(
        name = "capture",
        header = "Writes simulated traffic as a pcap file.",
        description =
                "Runs a simulated workload and writes its traffic as RoCEv2 frames to a pcap file that Wireshark can "
                        + "read. Times are virtual and come from the cost model.",
        footer = {
            "",
            "Examples:",
            "  rpcrdma capture --workload echo --out echo.pcap",
            "  rpcrdma capture --workload store --rpcs 1000 --loss 0.01 --out store.pcap",
            "  rpcrdma capture --workload replay --connections 4 --out replay.pcap"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class CaptureCommand implements Callable<Integer> {
    /** The number of connections per second that a replay opens. */
    private static final double ARRIVALS = 20_000;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--workload",
            required = true,
            paramLabel = "NAME",
            completionCandidates = Workloads.class,
            converter = Workloads.class,
            description =
                    "${COMPLETION-CANDIDATES}: echo data with every kind of chunk, write and read objects, or replay"
                            + " a capture")
    private CaptureWorkload workload;

    @Option(
            names = "--out",
            required = true,
            paramLabel = "FILE",
            description = "the pcap file, or - for standard output")
    @FileUse(FileUse.Kind.WRITTEN)
    private String outFile;

    @Option(
            names = "--capture",
            paramLabel = "FILE",
            defaultValue = BundledCaptures.DEFAULT,
            description =
                    "the capture for replay: a pcap or pcapng file, plain or compressed, or a bundled capture: nfs3,"
                            + " nfs41 or nfs42fio (default: ${DEFAULT-VALUE})")
    @FileUse(FileUse.Kind.READ)
    private String capture;

    @Option(
            names = "--connections",
            paramLabel = "N",
            defaultValue = "1",
            description = "connections to the server, each from a separate host (default: ${DEFAULT-VALUE})")
    private int connections;

    @Option(
            names = "--rpcs",
            paramLabel = "N",
            defaultValue = "100",
            description = "RPCs of echo and store, over all connections (default: ${DEFAULT-VALUE})")
    private int rpcs;

    @Option(
            names = "--loss",
            paramLabel = "CHANCE",
            defaultValue = "0",
            description = "probability that a packet of echo or store is lost, 0 to 0.2 (default: ${DEFAULT-VALUE})")
    private double loss;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "seed of the simulation; the same seed produces the same bytes (default: ${DEFAULT-VALUE})")
    private long seed;

    @Mixin
    private TraceOption trace;

    @Override
    public Integer call() throws IOException {
        final CaptureSettings options = new CaptureSettings(workload, connections, rpcs, loss, seed);
        if (options.workload() == CaptureWorkload.REPLAY
                && spec.commandLine().getParseResult().hasMatchedOption("--rpcs")) {
            throw new InputException("--rpcs requires --workload echo or store: --rpcs=" + rpcs);
        }
        final Workload replayed = options.workload() == CaptureWorkload.REPLAY ? readWorkload() : null;
        try (TraceOption.Trace events = trace.open();
                CaptureWriter writer = begin(open())) {
            return run(options, replayed, writer, events);
        } catch (final UncheckedIOException e) {
            return stopped(e.getCause());
        }
    }

    /**
     * Handles a failed write. A pipe that its reader has closed is not an error, as in
     * {@code rpcrdma capture --out - | head}.
     */
    private int stopped(final IOException e) throws IOException {
        if (StandardOutput.isNamedBy(outFile) && TextOutput.isClosedPipe(e)) {
            return ExitCode.DONE;
        }
        throw e;
    }

    private int run(
            final CaptureSettings options,
            final Workload replayed,
            final CaptureWriter writer,
            final TraceOption.Trace events)
            throws IOException {
        final TapFactory frames = (run, simulation) -> new FrameTap(writer, simulation);
        final TapFactory tap = CombinedTap.of(frames, events.tap());
        final CaptureRun run = replayed == null ? new ServiceRun(options, tap) : replay(options, replayed, tap);
        final long corruptions;
        try (Progress progress = new Progress(workload.toString(), run.rpcs())) {
            corruptions = run.run(progress::at);
        }
        try {
            writer.close();
        } catch (final IOException e) {
            return stopped(e);
        }
        final PrintWriter err = spec.commandLine().getErr();
        err.println("rpcrdma: " + outFile + ": " + writer.frames() + " frames, " + writer.bytes() + " bytes, of "
                + run.rpcs() + " RPCs on " + options.connections() + " connections");
        events.report(err);
        err.flush();
        return corruptions == 0 ? ExitCode.DONE : corrupted(corruptions, err);
    }

    private static int corrupted(final long corruptions, final PrintWriter err) {
        err.println("rpcrdma: " + corruptions + " messages or chunks were corrupted");
        err.flush();
        return ExitCode.FAILED;
    }

    private Workload readWorkload() throws IOException {
        final Workload read = BundledCaptures.read(capture);
        if (read.rpcs() == 0) {
            throw new InputException(capture + ": no complete RPC-over-RDMA call with its reply in "
                    + read.counts().frames() + " frames");
        }
        CaptureRemarks.print(capture, read.counts(), spec.commandLine().getErr());
        if (read.leftOut().count() > 0) {
            spec.commandLine().getErr().println("rpcrdma: " + capture + ": skipped calls: " + read.leftOut());
        }
        return read;
    }

    /** Returns a run that replays a capture on every connection. */
    static CaptureRun replay(final CaptureSettings options, final Workload replayed, final TapFactory tap) {
        final ComparisonSettings settings = new ComparisonSettings.Builder()
                .connections(options.connections())
                .arrivals(ARRIVALS)
                .credits(64)
                .sends(Sends.ARENA)
                .processors(1)
                .threads(1)
                .iommu(IommuMode.STRICT)
                .seeds(options.seed(), 1)
                .strategies(Strategy.SHARD_DMA)
                .build();
        final CaptureLoad load = new CaptureLoad("replay", replayed);
        final StrategyRun run = new StrategyRun(
                load,
                Comparison.of(settings, load).settings(),
                Strategy.SHARD_DMA,
                options.seed(),
                ShownArenas.NONE,
                tap);
        return new CaptureRun() {
            @Override
            public long run(final LongConsumer progress) {
                return run.run(progress).messages().corruptions();
            }

            @Override
            public long rpcs() {
                return (long) replayed.rpcs() * options.connections();
            }
        };
    }

    private CaptureWriter begin(final WritableByteChannel channel) throws IOException {
        try {
            return new CaptureWriter(channel);
        } catch (final IOException e) {
            channel.close();
            throw e;
        }
    }

    private WritableByteChannel open() {
        try {
            final FileOutputStream stream = StandardOutput.isNamedBy(outFile)
                    ? new FileOutputStream(FileDescriptor.out)
                    : new FileOutputStream(outFile);
            return new NamedChannel("--out", outFile, stream.getChannel());
        } catch (final IOException e) {
            throw new InputException("--out cannot be written: " + outFile + ": " + IoReason.of(e));
        }
    }

    /** The values of {@code --workload}. */
    static final class Workloads extends Choice<CaptureWorkload> {
        Workloads() {
            super(CaptureWorkload.values());
        }
    }
}
