// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.bench.load.Load;
import org.rpcrdma.bench.settings.BufferSettings;
import org.rpcrdma.bench.settings.ClientTraffic;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.ConnectionCalls;
import org.rpcrdma.bench.settings.MessageSizes.MessageSize;
import org.rpcrdma.bench.settings.SimulatedHardware;
import org.rpcrdma.sim.config.MemoryMode;

/** The result of {@code compare} as JSON. Times are virtual: they come from the cost model. */
public record ComparisonResult(
        String version,
        @JsonUnwrapped Calls calls,
        @JsonUnwrapped Connections traffic,
        @JsonUnwrapped Runs runs,
        @JsonUnwrapped Server server,
        @JsonUnwrapped Hardware hardware,
        List<StrategyResult> strategies,
        List<Savings> answer) {
    /** The calls that each connection makes. */
    record Calls(String workload, String capture, List<MessageSize> sizes) {}

    /** The arrival and departure of connections. The rate is null if all connections start immediately. */
    record Connections(int connections, int clients, int nconnect, Double arrivals, boolean mounted, long thinkNanos) {}

    /** The size of each run. */
    record Runs(int rpcs, String memory, long seed, int seeds) {}

    /** The server and its buffers. */
    record Server(
            int processors,
            int threads,
            int credits,
            int buffers,
            int bufferSize,
            int shardSize,
            boolean sharedArena,
            boolean warmPools,
            String sends,
            String sharedReceives) {}

    /** The simulated hardware. */
    record Hardware(String machine, Map<String, Double> set, String iommu, String leaves) {}

    static ComparisonResult of(
            final Load load, final ComparisonSettings settings, final List<StrategyResult> strategies) {
        final SimulatedHardware hardware = settings.hardware();
        final ClientTraffic traffic = settings.traffic();
        final BufferSettings buffers = settings.buffers();
        return new ComparisonResult(
                Version.CURRENT,
                new Calls(
                        load.label(),
                        settings.calls() instanceof ConnectionCalls.Capture capture ? capture.nameOrFile() : null,
                        settings.calls() instanceof ConnectionCalls.Echo echo
                                ? echo.sizes().list()
                                : null),
                new Connections(
                        traffic.connections(),
                        traffic.clients(),
                        traffic.nconnect(),
                        traffic.isAtOnce() ? null : traffic.arrivals(),
                        traffic.mounted(),
                        traffic.thinkNanos()),
                new Runs(
                        load.rpcs(),
                        buffers.memory() == MemoryMode.BACKED ? "backed" : "address-only",
                        settings.seeds().first(),
                        settings.seeds().count()),
                new Server(
                        settings.host().processors(),
                        settings.host().threads(),
                        buffers.credits(),
                        buffers.count(),
                        buffers.size(),
                        buffers.shardSize(),
                        buffers.isShared(),
                        buffers.warmPools(),
                        buffers.sends().label(),
                        settings.host().shared().toString()),
                new Hardware(
                        hardware.machine(),
                        hardware.changes(),
                        hardware.iommuLabel(),
                        PageTableLeaves.of(hardware).label()),
                strategies,
                Savings.all(strategies, settings));
    }
}
