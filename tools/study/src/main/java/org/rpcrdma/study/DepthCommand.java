// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study;

import java.io.IOException;
import java.nio.file.Path;
import org.rpcrdma.bench.AddedCommand;
import org.rpcrdma.bench.argument.CompareOptions;
import org.rpcrdma.bench.argument.FileUse;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.file.ReplacedFile;
import org.rpcrdma.bench.load.CaptureLoad;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.study.depth.DepthPlot;
import org.rpcrdma.study.depth.DepthReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rpcrdma depth}: computes the number of Receives that a shared queue needs. */
@Command(
        name = "depth",
        header = "Shows how deep a shared receive queue must be.",
        description = {
            "Counts the calls that each connection of a capture has in flight, and combines the independent "
                    + "connections that share a queue. Prints the number of Receives that the queue needs if 1 in 100 "
                    + "to 1 in 1,000,000,000 calls may find no Receive, the memory of these Receives, and the mean "
                    + "wait per call.",
            "The command does not simulate the queue; use compare --shared-receives for that."
        },
        footer = {
            "",
            "Examples:",
            "  rpcrdma depth --clients 121 --nconnect 16",
            "  rpcrdma depth --capture mine.pcap --connections 400 --svg depth.svg",
            "  rpcrdma depth --set rc.rnr_timer=640000"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class DepthCommand implements AddedCommand {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "plot the Receives per connection against the number of connections that share a queue")
    @FileUse(FileUse.Kind.WRITTEN_TO_DISK)
    private Path plot;

    @Mixin
    private JsonOption json;

    @Mixin
    private CompareOptions arguments;

    /** Called by the service loader and picocli. */
    public DepthCommand() {}

    @Override
    public String listedBehind() {
        return "compare";
    }

    @Override
    public Integer call() throws IOException {
        final Comparison comparison = Comparison.of(
                arguments.settings(), new Captures(spec.commandLine().getErr()));
        if (!(comparison.load() instanceof CaptureLoad load)) {
            throw new InputException("depth needs the calls of a capture: --workload="
                    + comparison.load().label());
        }
        final DepthReport report = DepthReport.of(comparison);
        if (plot != null) {
            ReplacedFile.write("--svg", plot, new DepthPlot(report, load).svg());
        }
        json.report(report, report::print);
        return ExitCode.DONE;
    }
}
