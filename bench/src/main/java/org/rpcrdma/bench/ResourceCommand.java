// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import picocli.CommandLine.Command;

/** {@code rpcrdma resource}: {@code frmr show} and {@code frmr set}, with the command syntax of {@code rdma}. */
@Command(
        name = "resource",
        header = "Shows and sets FRMR pools, like frmr show and frmr set.",
        description = "Shows and sets the FRMR pools of a running JVM, with the syntax of rdma resource (iproute2).",
        mixinStandardHelpOptions = true,
        footer = {"", "Examples:", "  rpcrdma resource show frmr_pools --demo"},
        subcommands = {ResourceCommand.Show.class, ResourceCommand.Change.class})
final class ResourceCommand {
    /** Called by picocli. */
    ResourceCommand() {}

    /** {@code rpcrdma resource show}. */
    @Command(
            name = "show",
            description = "Shows resources.",
            footer = {"", "Examples:", "  rpcrdma resource show frmr_pools --demo"},
            mixinStandardHelpOptions = true,
            subcommands = ShowPools.class)
    static final class Show {}

    /** {@code rpcrdma resource set}. */
    @Command(
            name = "set",
            description = "Sets resources.",
            footer = {"", "Examples:", "  rpcrdma resource set frmr_pools dev sim0 aging 120"},
            mixinStandardHelpOptions = true,
            subcommands = SetPools.class)
    static final class Change {}

    /** {@code rpcrdma resource show frmr_pools}. */
    @Command(
            name = "frmr_pools",
            customSynopsis = {
                "rpcrdma resource show frmr_pools [dev NAME] [FILTER VALUE]...",
                "                         [-d|-dd] [-j | --json FILE] [--pid PID | --demo]"
            },
            footer = {
                "",
                "The same as rpcrdma frmr show; its help explains the arguments.",
                "",
                "Examples:",
                "  rpcrdma resource show frmr_pools",
                "  rpcrdma resource show frmr_pools dev mlx5_0 in_use 1-1000000 -d",
                "  rpcrdma resource show frmr_pools --demo -j"
            })
    static final class ShowPools extends FrmrShowCommand {}

    /** {@code rpcrdma resource set frmr_pools}. */
    @Command(
            name = "frmr_pools",
            customSynopsis = {
                "rpcrdma resource set frmr_pools dev NAME aging SECS [--pid PID]",
                "       rpcrdma resource set frmr_pools dev NAME pinned KEY COUNT [--pid PID]"
            },
            footer = {
                "",
                "The same as rpcrdma frmr set; its help explains the arguments.",
                "",
                "Examples:",
                "  rpcrdma resource set frmr_pools dev mlx5_0 aging 120",
                "  rpcrdma resource set frmr_pools dev mlx5_0 pinned 0:800:0:0 250"
            })
    static final class SetPools extends FrmrSetCommand {}
}
