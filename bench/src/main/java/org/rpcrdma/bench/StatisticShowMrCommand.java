// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.JsonOption;
import org.rpcrdma.bench.console.StandardOutput;
import org.rpcrdma.bench.jvm.JvmOption;
import org.rpcrdma.bench.jvm.ObjectFilter;
import org.rpcrdma.bench.jvm.PagingDemo;
import org.rpcrdma.bench.jvm.RegionRow;
import org.rpcrdma.bench.jvm.RegionsConnection;
import org.rpcrdma.bench.jvm.VisibleObjects;
import org.rpcrdma.nic.MemoryRegionStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rpcrdma statistic show mr}: one line for every on-demand region. */
@Command(
        name = "mr",
        description = "Prints one line for every on-demand memory region of a running JVM's simulated devices.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = {
            "rpcrdma statistic show mr [dev NAME] [mrn VALUE] [--json]",
            "                              [--pid PID | --demo]"
        },
        footer = {
            "",
            "VALUE is a decimal number, a range or a list: 5, 1-8, 0,4-6. mrn is the index",
            "of the region's key. Faults, invalidations and prefetches count pages of 4 KB,",
            "those _handled events.",
            "A program shows its regions with MemoryRegionStatistics.",
            "",
            "Examples:",
            "  rpcrdma statistic show mr",
            "  rpcrdma statistic show mr dev sim0 mrn 2-9 --json --pid 4711",
            "  rpcrdma statistic show mr --demo"
        })
final class StatisticShowMrCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", hidden = true)
    private List<String> words = new ArrayList<>();

    @Option(
            names = {"-j", "--json"},
            description = "print an array of JSON objects instead")
    private boolean json;

    @Mixin
    private JvmOption jvm;

    @Option(names = "--demo", description = "show the regions of two simulated devices after a short workload")
    private boolean demo;

    @Override
    public Integer call() throws IOException {
        final ObjectFilter<MemoryRegionStatus> filter =
                ObjectFilter.parse(words, Map.of("mrn", MemoryRegionStatus::getNumber));
        if (demo && jvm.isGiven()) {
            throw new InputException("--demo and --pid exclude each other");
        }
        if (demo) {
            try (PagingDemo workload = PagingDemo.run();
                    RegionsConnection connection = workload.connection()) {
                print(connection.rows(filter));
            }
        } else {
            try (RegionsConnection connection = new RegionsConnection(jvm.attach(VisibleObjects.MEMORY_REGIONS))) {
                print(connection.rows(filter));
            }
        }
        return ExitCode.DONE;
    }

    private void print(final List<RegionRow> rows) throws IOException {
        final PrintWriter out = spec.commandLine().getOut();
        if (json) {
            final List<Map<String, Object>> objects =
                    rows.stream().map(RegionRow::members).toList();
            out.print(JsonOption.WRITER.writeValueAsString(objects) + "\n");
        } else {
            rows.forEach(row -> out.println(row.line()));
        }
        StandardOutput.flush(out);
    }
}
