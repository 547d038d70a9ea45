// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.rpcrdma.bench.argument.JvmOption;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.jvm.JvmConnection;
import org.rpcrdma.bench.jvm.PoolSetting;
import org.rpcrdma.bench.jvm.VisibleObjects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code rpcrdma frmr set}: sets the aging period of a device's pools, or the pinned handles of one pool. */
@Command(
        name = "set",
        description = "Sets the aging period of a device's FRMR pools, or the number of handles that one pool keeps.",
        mixinStandardHelpOptions = true,
        customSynopsis = {
            "rpcrdma frmr set dev NAME aging SECS [--pid PID]",
            "       rpcrdma frmr set dev NAME pinned KEY COUNT [--pid PID]"
        },
        footer = {
            "",
            "SECS must be at least 1. An unused handle is destroyed after one to two aging",
            "periods. KEY is hexadecimal, vendor_key:num_dma_blocks:access_flags:ats, as",
            "printed by frmr show. COUNT handles, including handles in use, are exempt",
            "from aging, and are created immediately if they do not exist; 0 unpins the",
            "pool.",
            "",
            "Examples:",
            "  rpcrdma frmr set dev mlx5_0 aging 120",
            "  rpcrdma frmr set dev mlx5_0 pinned 0:800:0:0 250"
        })
class FrmrSetCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", hidden = true)
    private List<String> words = new ArrayList<>();

    @Mixin
    private JvmOption jvm;

    @Override
    public final Integer call() throws IOException {
        final PoolSetting setting = PoolSetting.parse(words);
        try (JvmConnection connection = jvm.attach(VisibleObjects.FRMR_POOLS)) {
            connection.apply(setting);
        }
        return ExitCode.DONE;
    }
}
