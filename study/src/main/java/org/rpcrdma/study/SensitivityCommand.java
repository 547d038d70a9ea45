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
import org.rpcrdma.bench.console.StandardOutput;
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
            "Runs compare of two strategies, and prices what it executed by 200 draws of all uncertain costs"
                    + " together. Prints the costs that the interval of the saving comes from, by their rank"
                    + " correlation, the saving with each cost at both ends of its range, and which cost, or which two,"
                    + " turn its sign.",
            "A parameter that --set names is known: it is not drawn."
        },
        footer = {
            "",
            "Examples:",
            "  rpcrdma sensitivity --report report.html",
            "  rpcrdma sensitivity --iommu strict --strategy per-buffer-dma,shared-srq",
            "  rpcrdma sensitivity --set cpu.dma_map=180 --set wait.invalidation=450"
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
    public Integer call() throws IOException {
        final PrintWriter out = spec.commandLine().getOut();
        final Captures captures = new Captures(spec.commandLine().getErr());
        final Sensitivity sensitivity =
                new SensitivityRun(SweepPoints.settings(spec.commandLine().getParseResult()), captures).run();
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
        json.write(sensitivity, out);
        return ExitCode.DONE;
    }
}
