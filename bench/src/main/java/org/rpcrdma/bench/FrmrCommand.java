// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import picocli.CommandLine.Command;

/**
 * {@code rpcrdma frmr}: shows and sets the FRMR pools of a running JVM, with the syntax of
 * {@code rdma resource show/set frmr_pools}.
 */
@Command(
        name = "frmr",
        header = "Shows, sets and replays FRMR pools; advises on Linux's pools.",
        description = {
            "Shows and changes the FRMR pools of a running JVM, replays captures on FRMR pools, and recommends "
                    + "settings for Linux's pools.",
            "The JVM must run on this machine as this user. show and set use the syntax of rdma resource show/set "
                    + "frmr_pools (iproute2)."
        },
        footer = {"", "Examples:", "  rpcrdma frmr show --demo", "  rpcrdma frmr set dev sim0 aging 120"},
        mixinStandardHelpOptions = true,
        subcommands = {FrmrShowCommand.class, FrmrSetCommand.class, FrmrReplayCommand.class, FrmrAdviseCommand.class})
final class FrmrCommand {
    /** Called by picocli. */
    FrmrCommand() {}
}
