// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.rpcrdma.bench.argument.FileUse;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.argument.PerfDevice;
import org.rpcrdma.bench.argument.PinningOptions;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.ProgressLine;
import org.rpcrdma.bench.console.StandardOutput;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.bench.file.ReplacedFile;
import org.rpcrdma.bench.pinning.DevicePinning;
import org.rpcrdma.bench.pinning.PinningPlan;
import org.rpcrdma.bench.pinning.PinningPlot;
import org.rpcrdma.bench.pinning.PinningPool;
import org.rpcrdma.bench.pinning.PinningResult;
import org.rpcrdma.bench.pinning.PinningRow;
import org.rpcrdma.bench.pinning.PinningRunner;
import org.rpcrdma.bench.pinning.PinningTable;
import org.rpcrdma.verbs.Devices;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code rpcrdma perf reg}: measures the cost of memory registration. */
@Command(
        name = "reg",
        header = "Measures the registration and deregistration of memory.",
        description = {
            "Measures memory registration and deregistration by size, page size, number of threads and mkey pool. "
                    + "Prints one row per combination.",
            "Without --device, times are virtual. They come from the cost model, and their spread reflects the "
                    + "uncertainty of its costs."
        },
        footer = {
            "",
            "Examples:",
            "  rpcrdma perf reg",
            "  rpcrdma perf reg --machine connectx3 -a --pool cold --svg reg.svg",
            "  rpcrdma perf reg --device udp:127.0.0.1",
            "  rpcrdma perf reg --device mlx5_0 -s 64K,1G --page-size 4K,2M -t 1,16 -j"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class PerfRegCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = "the device: a name from rdma link, such as rxe0 or mlx5_0 (JDK 22 or newer), or udp:ADDRESS"
                    + " (default: a simulated host)")
    private String name;

    @Mixin
    private PinningOptions options;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "plot the times against the size, for at most 4 combinations of page size, threads and pool")
    @FileUse(FileUse.Kind.WRITTEN_TO_DISK)
    private Path plot;

    @Mixin
    private JsonOption json;

    /** Called by picocli. */
    PerfRegCommand() {}

    @Override
    public Integer call() throws IOException {
        final List<PinningPlan> plans = options.plans();
        if (plot != null) {
            options.checkPlot();
        }
        final PinningRunner runner = name == null
                ? options.simulated()
                : new DevicePinning(name, device -> PerfDevice.open(device, Devices::open), options.warmUpNanos());
        final PrintWriter out = spec.commandLine().getOut();
        final List<PinningRow> rows = measure(runner, plans, json.isStandardOutput() ? null : new PinningTable(out));
        StandardOutput.flush(out);
        final PinningResult result =
                new PinningResult(Version.CURRENT, runner.device(), runner.machine(), runner.isVirtual(), rows);
        if (plot != null) {
            ReplacedFile.write("--svg", plot, new PinningPlot(result).svg());
        }
        json.write(result);
        return ExitCode.DONE;
    }

    private List<PinningRow> measure(
            final PinningRunner runner, final List<PinningPlan> plans, final PinningTable table) {
        final List<PinningRow> rows = new ArrayList<>();
        try (ProgressLine line = new ProgressLine()) {
            for (final PinningPlan plan : plans) {
                line.show(() -> "row " + (rows.size() + 1) + " of " + plans.size());
                final PinningRow row = runner.measure(plan);
                if (table != null) {
                    line.show(() -> "");
                    if (rows.isEmpty()) {
                        table.heading(runner, options.pairs(PinningPool.WARM), options.pairs(PinningPool.COLD));
                    }
                    table.row(row);
                }
                rows.add(row);
            }
        }
        return rows;
    }
}
