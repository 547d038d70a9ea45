// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.rpcrdma.bench.AddedCommand;
import org.rpcrdma.bench.compare.CompareOptions;
import org.rpcrdma.bench.compare.SweepPoints;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.FileUse;
import org.rpcrdma.bench.console.JsonOption;
import org.rpcrdma.bench.console.ProgressLine;
import org.rpcrdma.bench.console.StandardOutput;
import org.rpcrdma.bench.console.TimeLeft;
import org.rpcrdma.bench.file.ReplacedFile;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.study.sensitivity.Sensitivity;
import org.rpcrdma.study.sensitivity.SensitivityReport;
import org.rpcrdma.study.sensitivity.SensitivityRun;
import org.rpcrdma.study.sensitivity.SensitivityTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rpcrdma sensitivity}: the assumptions of a comparison that move its answer. */
@Command(
        name = "sensitivity",
        header = "Shows which uncertain costs move the answer of compare.",
        description = {
            "Runs compare of two strategies with each uncertain parameter of the cost model at both ends of its range,"
                    + " one at a time, all others as usual, and prints which ones move the answers, and whether any"
                    + " turns a sign.",
            "A parameter that --set names is known: it is not moved."
        },
        footer = {
            "",
            "Examples:",
            "  rpcrdma sensitivity --report report.html",
            "  rpcrdma sensitivity --iommu strict --strategy per-buffer-dma,shared-srq",
            "  rpcrdma sensitivity --set cpu.dma_map=180 --set cpu.invalidation=450"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class SensitivityCommand implements AddedCommand {
    @Spec
    private CommandSpec spec;

    @Option(names = "--report", paramLabel = "FILE", description = "write a page with a tornado plot of each answer")
    @FileUse(FileUse.Kind.WRITTEN_TO_DISK)
    private Path report;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "write the tornado plot of the first answer, as docs/study-tornado.svg")
    @FileUse(FileUse.Kind.WRITTEN_TO_DISK)
    private Path plot;

    @Mixin
    private JsonOption json;

    @Mixin
    private CompareOptions arguments;

    /** Made by the command line. */
    public SensitivityCommand() {}

    @Override
    public String listedBehind() {
        return "compare";
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        final PrintWriter out = spec.commandLine().getOut();
        final Sensitivity sensitivity = run(new Captures(spec.commandLine().getErr()));
        if (report != null) {
            ReplacedFile.write("--report", report, new SensitivityReport(sensitivity).text());
        }
        if (plot != null) {
            ReplacedFile.write("--svg", plot, sensitivity.plot());
        }
        if (!json.isStandardOutput()) {
            new SensitivityTable(sensitivity).print(out);
            StandardOutput.flush(out);
        }
        json.write(sensitivity.result(), out);
        return ExitCode.DONE;
    }

    private Sensitivity run(final Captures captures) throws IOException, InterruptedException {
        final SensitivityRun run =
                new SensitivityRun(SweepPoints.settings(spec.commandLine().getParseResult()), captures);
        final int runs = run.runs();
        final TimeLeft left = new TimeLeft(System::nanoTime, runs);
        try (ProgressLine line = new ProgressLine()) {
            return run.run(done -> line.show(() -> "comparison " + done + " of " + runs + left.after(done)));
        }
    }
}
