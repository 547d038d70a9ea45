// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.rpcrdma.bench.AddedCommand;
import org.rpcrdma.bench.argument.FileUse;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.ProgressLine;
import org.rpcrdma.bench.console.TextOutput;
import org.rpcrdma.bench.load.CaptureRemarks;
import org.rpcrdma.capture.CaptureCounts;
import org.rpcrdma.inspect.decode.CaptureSource;
import org.rpcrdma.inspect.decode.FrameFilter;
import org.rpcrdma.inspect.lint.FindingFormat;
import org.rpcrdma.inspect.lint.FindingLines;
import org.rpcrdma.inspect.lint.LintReport;
import org.rpcrdma.inspect.lint.Linter;
import org.rpcrdma.inspect.lint.RuleList;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code rpcrdma lint FILE}, which checks a capture against RFC 8166, 8797 and 8167 and prints one line per
 * finding.
 */
@Command(
        name = "lint",
        header = "Checks a capture against the RPC-over-RDMA RFCs.",
        description = "Checks a capture against the RPC-over-RDMA RFCs (8166, 8797, 8167). Prints one line"
                + " per finding: frame, rule, section and the offending values. The exit code is 1"
                + " if the capture violates a rule, otherwise 0; warnings do not count.",
        footer = {
            "",
            "Examples:",
            "  rpcrdma lint nfs3",
            "  rpcrdma lint traffic.pcap --json findings.json",
            "  rpcrdma lint --rules"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class LintCommand implements AddedCommand {
    @Spec
    private CommandSpec spec;

    @Option(names = "--rules", description = "list the rules with their sections, without reading a capture")
    private boolean rules;

    @Mixin
    private FrameOptions selected;

    private FrameFilter filter;

    @Mixin
    private JsonOption json;

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "capture file (pcap or pcapng, plain or compressed); - reads standard input")
    @FileUse(FileUse.Kind.READ)
    private String name;

    private final OutputStream standardOutput;

    /** Creates the command; called by the service loader and picocli. */
    public LintCommand() {
        this(new FileOutputStream(FileDescriptor.out));
    }

    LintCommand(final OutputStream standardOutput) {
        this.standardOutput = standardOutput;
    }

    @Override
    public String listedBehind() {
        return "decode";
    }

    @Override
    public Integer call() throws IOException {
        if (rules) {
            return listRules();
        }
        if (name == null) {
            throw new InputException("Missing required parameter: FILE; --rules lists the rules");
        }
        filter = selected.frames();
        final TextOutput output = new TextOutput(standardOutput);
        final LintReport report = new LintReport();
        final Linter linter = new Linter(format(output, report), filter);
        final CaptureSource source = new CaptureSource(name);
        final CaptureCounts counts;
        try (ProgressLine line = new ProgressLine()) {
            counts = source.read(linter, linter::validHeaders, output, line);
        }
        if (counts != null) {
            report(source.file(), counts, linter);
            json.write(report.of(name, linter));
        }
        return exitCode(linter);
    }

    private static int exitCode(final Linter linter) {
        return linter.findings() == linter.warnings() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private FindingFormat format(final TextOutput output, final LintReport report) {
        if (json.isStandardOutput()) {
            return report;
        }
        final FindingFormat printed = new FindingLines(output);
        if (!json.isGiven()) {
            return printed;
        }
        return finding -> {
            printed.found(finding);
            report.found(finding);
        };
    }

    private void report(final Path file, final CaptureCounts counts, final Linter linter) {
        final PrintWriter err = spec.commandLine().getErr();
        CaptureRemarks.print(file.toString(), counts, err);
        err.println(linter.totals());
        err.flush();
    }

    private int listRules() throws IOException {
        if (name != null) {
            throw new InputException("--rules does not read a capture: " + name);
        }
        json.report(RuleList.entries(), RuleList::print);
        return ExitCode.DONE;
    }
}
