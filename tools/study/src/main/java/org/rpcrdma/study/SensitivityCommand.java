// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.rpcrdma.bench.AddedCommand;
import org.rpcrdma.bench.argument.CompareOptions;
import org.rpcrdma.bench.argument.FileUse;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.compare.Comparison;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.file.ReplacedFile;
import org.rpcrdma.bench.load.Captures;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.Seeds;
import org.rpcrdma.bench.settings.Strategy;
import org.rpcrdma.study.sensitivity.Sensitivity;
import org.rpcrdma.study.sensitivity.SensitivityTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code rpcrdma sensitivity}: shows which assumptions of a comparison affect its result. */
@Command(
        name = "sensitivity",
        header = "Shows which uncertain costs change the result of compare.",
        description = {
            "Compares two strategies, and prices the executed operations with 200 joint draws of all uncertain costs. "
                    + "Prints the costs that widen the saving's interval, by rank correlation; the saving with each "
                    + "cost at both ends of its range; and the cost, or the pair of costs, that changes the sign of "
                    + "the saving.",
            "A cost that is set with --set counts as known and is not varied."
        },
        footer = {
            "",
            "Examples:",
            "  rpcrdma sensitivity --svg tornado.svg",
            "  rpcrdma sensitivity --iommu strict --strategy per-buffer-dma,shared-srq",
            "  rpcrdma sensitivity --set cpu.dma_map=180 --set wait.invalidation=450"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class SensitivityCommand implements AddedCommand {
    private static final int SEEDS = 3;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "draw a tornado plot of the first saving, like docs/study-tornado.svg")
    @FileUse(FileUse.Kind.WRITTEN_TO_DISK)
    private Path plot;

    @Mixin
    private JsonOption json;

    @Mixin
    private CompareOptions arguments;

    /** Called by the service loader and picocli. */
    public SensitivityCommand() {}

    @Override
    public String listedBehind() {
        return "compare";
    }

    @Override
    public Integer call() throws IOException {
        final Sensitivity sensitivity = Sensitivity.of(comparison());
        if (plot != null) {
            ReplacedFile.write("--svg", plot, sensitivity.plot());
        }
        json.report(sensitivity, new SensitivityTable(sensitivity)::print);
        return ExitCode.DONE;
    }

    /** Returns the comparison of two strategies. It uses fewer seeds than usual, because seeds do not affect prices. */
    private Comparison comparison() throws IOException {
        final ParseResult given = spec.commandLine().getParseResult();
        final ComparisonSettings settings = arguments.settings();
        final List<Strategy> strategies = given.hasMatchedOption("--strategy")
                ? settings.strategies()
                : List.of(Strategy.PER_BUFFER_DMA, Strategy.SHARD_DMA);
        if (strategies.size() != 2) {
            throw new InputException("--strategy must name two strategies, the baseline first: "
                    + String.join(",", given.matchedOption("--strategy").originalStringValues()));
        }
        final Seeds seeds = given.hasMatchedOption("--seeds")
                ? settings.seeds()
                : new Seeds(settings.seeds().first(), SEEDS);
        return Comparison.of(
                settings.with(strategies, seeds),
                new Captures(spec.commandLine().getErr()));
    }
}
