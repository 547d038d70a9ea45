// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.rpcrdma.bench.jvm.FrmrDemo;
import org.rpcrdma.bench.jvm.JvmConnection;
import org.rpcrdma.bench.jvm.ObjectFilter;
import org.rpcrdma.bench.jvm.VisibleObjects;
import org.rpcrdma.frmr.FrmrPoolStatus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code rpcrdma frmr show}: prints one line per pool. */
@Command(
        name = "show",
        description = "Prints one line per FRMR pool of a running JVM.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = {
            "rpcrdma frmr show [dev NAME] [FILTER VALUE]... [-d|-dd] [-j | --json FILE]",
            "                         [--pid PID | --demo]"
        },
        footer = {
            "",
            "FILTER is one of ats, access_flags, vendor_key, num_dma_blocks, queue, in_use,",
            "max_in_use and pinned. VALUE is a decimal number, a range or a list: 2048, 1-8,",
            "0,4-6. In the output, the key, vendor_key:num_dma_blocks:access_flags:ats, is",
            "hexadecimal, and the counts are decimal.",
            "",
            "Examples:",
            "  rpcrdma frmr show",
            "  rpcrdma frmr show dev mlx5_0 in_use 1-1000000 -d",
            "  rpcrdma frmr show num_dma_blocks 2048 -j --pid 4711",
            "  rpcrdma frmr show --demo -dd"
        })
class FrmrShowCommand extends ShowCommand<FrmrPoolStatus> {
    static final Map<String, ToLongFunction<FrmrPoolStatus>> NUMBERS = Map.of(
            "ats", pool -> pool.isAts() ? 1 : 0,
            "access_flags", pool -> Integer.toUnsignedLong(pool.getAccessFlags()),
            "vendor_key", FrmrPoolStatus::getVendorKey,
            "num_dma_blocks", FrmrPoolStatus::getDmaBlocks,
            "queue", FrmrPoolStatus::getQueued,
            "in_use", FrmrPoolStatus::getInUse,
            "max_in_use", FrmrPoolStatus::getMaxInUse,
            "pinned", FrmrPoolStatus::getPinned);

    @Option(
            names = {"-d", "--details"},
            description = "also show the fields of the key; if given twice, also show the driver's pools")
    private boolean[] details = {};

    FrmrShowCommand() {
        super(NUMBERS, VisibleObjects.FRMR_POOLS, FrmrDemo::run);
    }

    @Override
    final List<Map<String, Object>> rows(final JvmConnection connection, final ObjectFilter<FrmrPoolStatus> filter)
            throws IOException {
        return connection.pools(filter, details.length > 0, details.length > 1);
    }
}
