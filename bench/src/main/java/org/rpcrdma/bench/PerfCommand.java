// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import picocli.CommandLine.Command;

/**
 * {@code rpcrdma perf}: measures a device's bandwidth, latency and memory registration, and prints tables like
 * perftest's.
 */
@Command(
        name = "perf",
        header = "Measures bandwidth, latency and registration.",
        description = {
            "Measures the bandwidth and latency of SEND, RDMA WRITE, RDMA READ and RPCs, and prints the same tables as "
                    + "perftest.",
            "The server runs on one host, and the client measures from another host or from another process on the "
                    + "same host. Without a device, the client measures between two simulated hosts, in virtual time.",
            "reg measures memory registration and needs no server."
        },
        footer = {
            "",
            "Examples:",
            "  rpcrdma perf server --device rxe0",
            "  rpcrdma perf client send-bw 10.98.0.1 --device rxe0 -a",
            "  rpcrdma perf client write-lat",
            "  rpcrdma perf reg"
        },
        mixinStandardHelpOptions = true,
        subcommands = {PerfServerCommand.class, PerfClientCommand.class, PerfRegCommand.class})
final class PerfCommand {
    /** Called by picocli. */
    PerfCommand() {}
}
