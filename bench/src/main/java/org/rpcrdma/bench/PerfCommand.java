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
            "Measures bandwidth and latency of SEND, RDMA WRITE, RDMA READ and RPCs, in the table of perftest.",
            "A server waits on one host, a client measures from another, or from another process of the same."
                    + " Without a device, the client measures on two simulated hosts, in virtual time.",
            "reg measures the registration of memory, and needs no server."
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
