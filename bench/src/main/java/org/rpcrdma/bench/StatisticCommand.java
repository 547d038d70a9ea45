// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import picocli.CommandLine.Command;

/** {@code rpcrdma statistic}: prints the counters of simulated devices, named as in {@code rdma statistic}. */
@Command(
        name = "statistic",
        header = "Prints the on-demand memory regions of a running JVM.",
        description =
                "Shows counters of a running JVM's simulated devices, with the syntax of rdma statistic (iproute2).",
        footer = {"", "Examples:", "  rpcrdma statistic show mr --demo"},
        mixinStandardHelpOptions = true,
        subcommands = StatisticCommand.Show.class)
final class StatisticCommand {
    /** Called by picocli. */
    StatisticCommand() {}

    /** {@code rpcrdma statistic show}. */
    @Command(
            name = "show",
            description = "Shows counters.",
            footer = {"", "Examples:", "  rpcrdma statistic show mr --demo"},
            mixinStandardHelpOptions = true,
            subcommands = StatisticShowMrCommand.class)
    static final class Show {}
}
