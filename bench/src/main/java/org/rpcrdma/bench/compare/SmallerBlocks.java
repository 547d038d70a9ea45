// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.rpcrdma.arena.ArenaEndpoint;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.bench.settings.BufferSettings;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.SimulatedHardware;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * The additional work on Receive buffers that smaller blocks cause. Linux falls back to smaller blocks if an allocation
 * without direct reclaim fails. The share of allocations that fail is {@code memory.compacted}. The draws use values
 * that differ from the simulated share, and the work changes in proportion to that difference.
 *
 * <p>The factor of proportionality is the difference between two simulations of the strategy's buffers without RPCs. In
 * one simulation no allocation fails; in the other the share has its highest value.
 *
 * @param simulated the share in the runs whose work was counted.
 * @param added     the increase of each parameter's count, indexed by ordinal, per allocation that may fail and per
 *                  unit of the share.
 */
record SmallerBlocks(double simulated, double[] added) {
    /** No additional work, because no allocation falls back to smaller blocks, or because the share is known. */
    static final SmallerBlocks NONE = new SmallerBlocks(0, new double[CostParameter.charged()]);

    /** The memory of a simulation: enough for hundreds of failures, with shards of up to 2 MB. */
    private static final int BYTES = 256 << 20;

    private static final int TRIES = CostParameter.PAGE_ALLOC_FAILED.ordinal();

    private static final int MOST_KNOWN = 256;

    /** The results of previous simulations. Most points of a sweep have the same buffers. */
    private static final Map<Simulated, SmallerBlocks> KNOWN =
            Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
                private static final long serialVersionUID = 1;

                @Override
                protected boolean removeEldestEntry(final Map.Entry<Simulated, SmallerBlocks> eldest) {
                    return size() > MOST_KNOWN;
                }
            });

    /** All that determines the result of a simulation. */
    private record Simulated(StrategyPlan plan, BufferSettings buffers, SimulatedHardware hardware) {}

    /** Returns the result for a strategy's buffers, from previous simulations if there is one. */
    static SmallerBlocks of(final StrategyPlan plan, final ComparisonSettings settings) {
        if (plan.strategy().mappers().isPresent()) {
            // Do not keep a program's objects.
            return simulate(plan, settings);
        }
        final Simulated simulated = new Simulated(plan, settings.buffers(), settings.hardware());
        final SmallerBlocks known = KNOWN.get(simulated);
        if (known != null) {
            return known;
        }
        final SmallerBlocks result = simulate(plan, settings);
        KNOWN.put(simulated, result);
        return result;
    }

    /** Simulates the buffers of a strategy. */
    static SmallerBlocks simulate(final StrategyPlan plan, final ComparisonSettings settings) {
        final CostModel costs = settings.hardware().costs();
        final double highest = costs.high(CostParameter.COMPACTED_SHARE);
        if (costs.low(CostParameter.COMPACTED_SHARE) == highest || !plan.takesSmallerBlocks()) {
            return NONE;
        }
        final long[] without = counts(plan, settings, costs.with(CostParameter.COMPACTED_SHARE, 0));
        if (without[TRIES] == 0) {
            return NONE;
        }
        final long[] with = counts(plan, settings, costs.with(CostParameter.COMPACTED_SHARE, highest));
        final double[] added = new double[without.length];
        Arrays.setAll(added, i -> (with[i] - without[i]) / (highest * without[TRIES]));
        return new SmallerBlocks(costs.get(CostParameter.COMPACTED_SHARE), added);
    }

    /**
     * Returns, for each parameter, the number of charges that Receive buffers cause as connections arrive and depart.
     */
    private static long[] counts(final StrategyPlan plan, final ComparisonSettings settings, final CostModel costs) {
        final BufferSettings buffers = settings.buffers();
        try (SimulatedDevice device = new Fabric(new Simulation(1), costs)
                        .attach("server0", "10.98.0.1", settings.hardware().device());
                ProtectionDomain domain = device.allocateProtectionDomain()) {
            final EventLoop loop = device.newEventLoop();
            final ComparedServer.MeteredBuffers metered = new ComparedServer.MeteredBuffers(device, plan, buffers);
            final MemoryAllocator memory = metered.memory(MemoryMode.ADDRESS_ONLY);
            final int connections = (int) Math.max(1, BYTES / ((long) buffers.size() * buffers.count()));
            for (int i = 0; i < connections; i++) {
                try (ShardMapper mapper = metered.mapper(kernelMapper(plan, domain, loop, buffers), buffers.count())) {
                    metered.meter(() -> comeAndGo(plan, buffers, memory, mapper));
                }
            }
            return metered.times().other();
        }
    }

    /** Returns the plan's mapper. A program's own mapper may expect whole shards, so DMA mappings replace it. */
    private static ShardMapper kernelMapper(
            final StrategyPlan plan,
            final ProtectionDomain domain,
            final EventLoop loop,
            final BufferSettings buffers) {
        return plan.strategy().mappers().isPresent()
                ? Mapping.DMA.mappers().newMapper(domain, loop)
                : plan.mapper(domain, loop, buffers.size());
    }

    private static void comeAndGo(
            final StrategyPlan plan,
            final BufferSettings buffers,
            final MemoryAllocator memory,
            final ShardMapper mapper) {
        try (ReceiveArena arena = new ReceiveArena(new ReceiveArena.Context()
                        .mapper(mapper)
                        .memory(memory)
                        .bufferSize(buffers.size())
                        .shardSize(plan.shardSize(buffers))
                        .maxShards(buffers.count()));
                ArenaEndpoint endpoint = arena.newEndpoint(0, buffers.count())) {
            endpoint.prefetch(buffers.count());
        }
    }

    /**
     * Returns the work on Receive buffers for a sheet's share, derived from the counted work. No count becomes
     * negative, even if the counted runs happened to do less work of some kind than the simulations.
     */
    double[] work(final double[] counted, final Sheet sheet) {
        final double more = counted[TRIES] * (sheet.get(CostParameter.COMPACTED_SHARE) - simulated);
        if (more == 0) {
            return counted;
        }
        final double[] work = counted.clone();
        Arrays.setAll(work, i -> Math.max(0, work[i] + more * added[i]));
        return work;
    }
}
