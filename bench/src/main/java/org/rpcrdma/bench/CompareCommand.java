// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.rpcrdma.bench.argument.CompareOptions;
import org.rpcrdma.bench.argument.DeviceOption;
import org.rpcrdma.bench.argument.FileUse;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.argument.TraceOption;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.compare.ComparisonResult;
import org.rpcrdma.bench.compare.ComparisonText;
import org.rpcrdma.bench.compare.SavingPlot;
import org.rpcrdma.bench.compare.StoppedComparison;
import org.rpcrdma.bench.compare.StrategyResult;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.ProgressLine;
import org.rpcrdma.bench.console.Terminal;
import org.rpcrdma.bench.device.DeviceComparison;
import org.rpcrdma.bench.file.ReplacedFile;
import org.rpcrdma.bench.jvm.ShownArenas;
import org.rpcrdma.bench.load.Captures;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rpcrdma compare}: compares the Receive buffer strategies under one workload. */
@Command(
        name = "compare",
        header = "Compares ways to map Receive buffers.",
        description =
                "Compares strategies for mapping the Receive buffers of a simulated server. Each strategy serves the "
                        + "same connections, which replay a capture of NFS/RDMA traffic or echo data. Times are "
                        + "virtual and come from the cost model. With --device, the strategies run on a local device "
                        + "in real time, and the report also shows the model's prediction.",
        footer = {
            "",
            "Examples:",
            "  rpcrdma compare --connections 64 --processors 4 --iommu strict",
            "  rpcrdma compare --capture nfs41 --iommu lazy --json result.json",
            "  rpcrdma compare --workload echo --size 512:0.6,4K:0.3,64K:0.1 --rpcs 1000"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class CompareCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private CompareOptions arguments;

    @Option(names = "--details", description = "print all figures after the summary")
    private boolean details;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "draw the savings in the summary and their intervals as a picture, like docs/saving.svg")
    @FileUse(FileUse.Kind.WRITTEN_TO_DISK)
    private Path plot;

    @Mixin
    private DeviceOption device;

    @Mixin
    private TraceOption trace;

    @Mixin
    private PcapOption pcap;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        final PrintWriter err = spec.commandLine().getErr();
        pcap.requireDevice(device.name());
        return device.isGiven() ? onDevice(err) : simulated(err);
    }

    private int onDevice(final PrintWriter err) throws IOException {
        if (trace.isGiven()) {
            throw new InputException("--trace is not supported with --device");
        }
        if (plot != null) {
            throw new InputException("--svg is not supported with --device: " + plot);
        }
        final DeviceComparison comparison = device.comparison(arguments);
        try (PcapOption.Pcap packets = pcap.open()) {
            return device.run(comparison, packets::open, json, err);
        }
    }

    private int simulated(final PrintWriter err) throws IOException {
        final Comparison comparison = Comparison.of(arguments.capturedSettings(), new Captures(err));
        if (plot != null && comparison.settings().strategies().size() < 2) {
            throw new InputException("--svg needs at least two strategies: " + plot);
        }
        final PrintWriter out =
                json.isStandardOutput() ? null : spec.commandLine().getOut();
        final ComparisonText text = new ComparisonText(details, Terminal.showsColours());
        try (StoppedComparison stopped = new StoppedComparison(comparison, text, out, err)) {
            final ComparisonResult result = run(comparison, stopped, err);
            return stopped.finish(() -> {
                if (plot != null) {
                    ReplacedFile.write("--svg", plot, new SavingPlot(comparison, result).svg());
                }
                json.report(result, writer -> text.print(comparison, result, writer));
                return exitCode(result.strategies());
            });
        }
    }

    private ComparisonResult run(final Comparison comparison, final StoppedComparison stopped, final PrintWriter err)
            throws IOException {
        try (TraceOption.Trace events = trace.open();
                ShownArenas arenas = new ShownArenas();
                ProgressLine line = new ProgressLine()) {
            stopped.show(line);
            final StrategyProgress progress = new StrategyProgress(System::nanoTime, comparison);
            final ComparisonResult result = comparison.run(
                    arenas,
                    events.tap(),
                    (strategy, seed, done) -> line.show(() -> progress.line(strategy, seed, done)),
                    stopped.done());
            events.report(err);
            return result;
        }
    }

    /** Returns {@code FAILED} if any payload was corrupted. */
    private int exitCode(final List<StrategyResult> results) {
        for (final StrategyResult result : results) {
            if (result.corruptions() > 0) {
                spec.commandLine()
                        .getErr()
                        .println("rpcrdma: " + result.name() + ": " + result.corruptions()
                                + " messages or chunks were corrupted");
                return ExitCode.FAILED;
            }
        }
        return ExitCode.DONE;
    }
}
