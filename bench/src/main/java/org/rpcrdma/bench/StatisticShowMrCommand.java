// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.rpcrdma.bench.jvm.JvmConnection;
import org.rpcrdma.bench.jvm.ObjectFilter;
import org.rpcrdma.bench.jvm.PagingDemo;
import org.rpcrdma.bench.jvm.VisibleObjects;
import org.rpcrdma.rnic.MemoryRegionStatus;
import picocli.CommandLine.Command;

/** {@code rpcrdma statistic show mr}: prints one line per on-demand region. */
@Command(
        name = "mr",
        description = "Prints one line per on-demand memory region of a running JVM's simulated devices.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        customSynopsis = {
            "rpcrdma statistic show mr [dev NAME] [mrn VALUE] [-j | --json FILE]",
            "                              [--pid PID | --demo]"
        },
        footer = {
            "",
            "VALUE is a decimal number, a range or a list: 5, 1-8, 0,4-6. mrn is the index",
            "of the region's key. Faults, invalidations and prefetches count pages of 4 KB,",
            "but their _handled counterparts count events.",
            "A program shows its regions with MemoryRegionStatistics.",
            "",
            "Examples:",
            "  rpcrdma statistic show mr",
            "  rpcrdma statistic show mr dev sim0 mrn 2-9 -j --pid 4711",
            "  rpcrdma statistic show mr --demo"
        })
final class StatisticShowMrCommand extends ShowCommand<MemoryRegionStatus> {
    StatisticShowMrCommand() {
        super(Map.of("mrn", MemoryRegionStatus::getNumber), VisibleObjects.MEMORY_REGIONS, PagingDemo::run);
    }

    @Override
    List<Map<String, Object>> rows(final JvmConnection connection, final ObjectFilter<MemoryRegionStatus> filter)
            throws IOException {
        return connection.regions(filter);
    }
}
