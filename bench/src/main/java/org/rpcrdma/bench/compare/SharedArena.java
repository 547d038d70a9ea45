// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.function.Function;
import java.util.function.Supplier;
import org.rpcrdma.arena.ArenaEndpoint;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ProtectionDomain;

/** One arena for all connections of a run's server. Close it after the server. */
public final class SharedArena implements AutoCloseable {
    /**
     * The maximum number of shards in the arena. It also limits the number of buffers mapped in advance, because a
     * shard may contain only one buffer.
     */
    private static final int MAX_SHARDS = 1 << 20;

    private final ProtectionDomain domain;
    private final ShardMapper mapper;
    private final ReceiveArena arena;

    public SharedArena(
            final Device device,
            final MemoryAllocator memory,
            final EventLoop loop,
            final StrategyPlan plan,
            final ComparisonSettings settings) {
        this(
                device,
                memory,
                domain -> plan.mapper(domain, loop, settings.buffers().size()),
                plan,
                settings);
    }

    SharedArena(
            final Device device,
            final MemoryAllocator memory,
            final Function<ProtectionDomain, ShardMapper> newMapper,
            final StrategyPlan plan,
            final ComparisonSettings settings) {
        domain = device.allocateProtectionDomain();
        mapper = newMapper.apply(domain);
        arena = new ReceiveArena(new ReceiveArena.Context()
                .mapper(mapper)
                .memory(memory)
                .bufferSize(settings.buffers().size())
                .shardSize(plan.shardSize(settings.buffers()))
                .maxShards(MAX_SHARDS));
        if (plan.mapsSharedArenaAhead()) {
            map((int) Math.min(
                    MAX_SHARDS,
                    (long) settings.traffic().connections() * settings.buffers().count()));
        }
    }

    /** Maps buffers in advance and releases them to their shards, from which any endpoint can acquire them. */
    public void map(final int buffers) {
        try (ArenaEndpoint owner = arena.newEndpoint(0, buffers)) {
            owner.prefetch(buffers);
        }
    }

    public void giveTo(final RpcRdmaServer.Context server) {
        server.sharedArena(arena, domain);
    }

    public Supplier<ArenaFigures> figures() {
        return arena.figuresSource();
    }

    @Override
    public void close() {
        arena.close();
        mapper.close();
        domain.close();
    }
}
