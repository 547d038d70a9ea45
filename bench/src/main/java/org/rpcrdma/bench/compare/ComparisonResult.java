// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.List;
import java.util.Map;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.bench.load.CaptureLoad;
import org.rpcrdma.bench.load.EchoLoad;
import org.rpcrdma.bench.load.Load;
import org.rpcrdma.bench.load.MessageSizes.MessageSize;
import org.rpcrdma.nic.config.MemoryMode;

/** The result of {@code compare} as JSON; times are virtual, from the cost model. */
public record ComparisonResult(
        String version,
        String workload,
        String capture,
        List<MessageSize> sizes,
        int connections,
        Double arrivals,
        boolean mounted,
        long thinkNanos,
        int rpcs,
        String memory,
        long seed,
        int seeds,
        int processors,
        int threads,
        int credits,
        int buffers,
        int bufferSize,
        int shardSize,
        boolean sharedArena,
        boolean warmPools,
        String sends,
        String machine,
        Map<String, Double> set,
        String iommu,
        String leaves,
        List<StrategyResult> strategies,
        List<Savings> answer) {
    static ComparisonResult of(
            final Load load, final ComparisonSettings options, final List<StrategyResult> strategies) {
        final Hardware hardware = options.hardware();
        final Traffic traffic = options.traffic();
        return new ComparisonResult(
                Version.CURRENT,
                load.label(),
                load instanceof CaptureLoad captured ? captured.title() : null,
                load instanceof EchoLoad echo ? echo.sizes().list() : null,
                options.connections(),
                traffic.isAtOnce() ? null : traffic.arrivals(),
                traffic.mounted(),
                traffic.thinkNanos(),
                load.rpcs(),
                options.memory() == MemoryMode.BACKED ? "backed" : "address-only",
                options.seed(),
                options.seeds().count(),
                options.host().processors(),
                options.host().threads(),
                options.credits(),
                options.buffers(),
                options.bufferSize(),
                options.shardSize(),
                options.sharedArena(),
                options.warmPools(),
                options.sends().label(),
                hardware.machine(),
                hardware.settings(),
                hardware.iommuLabel(),
                hardware.leavesLabel(),
                strategies,
                Savings.all(strategies, options));
    }
}
