// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.JsonOption;
import org.rpcrdma.bench.console.StandardOutput;
import org.rpcrdma.bench.jvm.FrmrDemo;
import org.rpcrdma.bench.jvm.JvmOption;
import org.rpcrdma.bench.jvm.PoolFilter;
import org.rpcrdma.bench.jvm.PoolRow;
import org.rpcrdma.bench.jvm.PoolsConnection;
import org.rpcrdma.bench.jvm.VisibleObjects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code rpcrdma frmr show}: one line for every pool. */
@Command(
        name = "show",
        description = "Prints one line for every FRMR pool of a running JVM.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = {
            "rpcrdma frmr show [dev NAME] [FILTER VALUE]... [-d|-dd] [--json]",
            "                         [--pid PID | --demo]"
        },
        footer = {
            "",
            "FILTER is one of ats, access_flags, vendor_key, num_dma_blocks, queue, in_use,",
            "max_in_use, pinned; VALUE a decimal number, a range or a list: 2048, 1-8, 0,4-6.",
            "The key is hexadecimal, vendor_key:num_dma_blocks:access_flags:ats, the counts",
            "are decimal.",
            "",
            "Examples:",
            "  rpcrdma frmr show",
            "  rpcrdma frmr show dev mlx5_0 in_use 1-1000000 -d",
            "  rpcrdma frmr show num_dma_blocks 2048 --json --pid 4711",
            "  rpcrdma frmr show --demo -dd"
        })
final class FrmrShowCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..*", hidden = true)
    private List<String> words = new ArrayList<>();

    @Option(
            names = {"-d", "--details"},
            description = "show the key's fields too; twice, the pools that are the driver's own as well")
    private boolean[] details = {};

    @Option(
            names = {"-j", "--json"},
            description = "print an array of JSON objects instead")
    private boolean json;

    @Mixin
    private JvmOption jvm;

    @Option(names = "--demo", description = "show the pools of a simulated device after a short workload")
    private boolean demo;

    @Override
    public Integer call() throws IOException {
        final PoolFilter filter = PoolFilter.parse(words);
        if (demo && jvm.isGiven()) {
            throw new InputException("--demo and --pid exclude each other");
        }
        if (demo) {
            try (FrmrDemo workload = FrmrDemo.run();
                    PoolsConnection connection = workload.connection()) {
                print(connection.rows(filter, showsInternal()));
            }
        } else {
            try (PoolsConnection connection = new PoolsConnection(jvm.attach(VisibleObjects.FRMR_POOLS))) {
                print(connection.rows(filter, showsInternal()));
            }
        }
        return ExitCode.DONE;
    }

    private boolean showsInternal() {
        return details.length > 1;
    }

    private void print(final List<PoolRow> rows) throws IOException {
        final PrintWriter out = spec.commandLine().getOut();
        final boolean withDetails = details.length > 0;
        if (json) {
            final List<Object> objects =
                    rows.stream().map(row -> row.members(withDetails)).collect(Collectors.toList());
            out.print(JsonOption.WRITER.writeValueAsString(objects) + "\n");
        } else {
            rows.forEach(row -> out.println(row.line(withDetails)));
        }
        StandardOutput.flush(out);
    }
}
