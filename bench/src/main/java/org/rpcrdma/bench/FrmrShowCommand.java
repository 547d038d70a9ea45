// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.rpcrdma.bench.jvm.FrmrDemo;
import org.rpcrdma.bench.jvm.JvmOption;
import org.rpcrdma.bench.jvm.PoolFilter;
import org.rpcrdma.bench.jvm.PoolRow;
import org.rpcrdma.bench.jvm.PoolsConnection;
import org.rpcrdma.bench.jvm.VisibleObjects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rpcrdma frmr show}: one line for every pool. */
@Command(
        name = "show",
        description = "Prints one line for every FRMR pool of a running JVM.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = {
            "rpcrdma frmr show [dev NAME] [FILTER VALUE]... [-d|-dd] [-j | --json FILE]",
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
            "  rpcrdma frmr show num_dma_blocks 2048 -j --pid 4711",
            "  rpcrdma frmr show --demo -dd"
        })
class FrmrShowCommand extends ShowCommand<PoolRow> {
    @Option(
            names = {"-d", "--details"},
            description = "show the key's fields too; twice, the pools that are the driver's own as well")
    private boolean[] details = {};

    private PoolFilter filter;

    @Override
    final Set<String> filterWords() {
        return PoolFilter.words();
    }

    @Override
    final void filter(final List<String> arguments) {
        filter = PoolFilter.parse(arguments);
    }

    @Override
    final List<PoolRow> ofDemo() throws IOException {
        try (FrmrDemo workload = FrmrDemo.run();
                PoolsConnection connection = workload.connection()) {
            return connection.rows(filter, showsInternal());
        }
    }

    @Override
    final List<PoolRow> ofJvm(final JvmOption other) throws IOException {
        try (PoolsConnection connection = new PoolsConnection(other.attach(VisibleObjects.FRMR_POOLS))) {
            return connection.rows(filter, showsInternal());
        }
    }

    private boolean showsInternal() {
        return details.length > 1;
    }

    @Override
    final String line(final PoolRow row) {
        return row.line(details.length > 0);
    }

    @Override
    final Map<String, Object> members(final PoolRow row) {
        return row.members(details.length > 0);
    }
}
