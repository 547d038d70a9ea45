// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import java.util.function.Function;
import org.agrona.CloseHelper;
import org.rpcrdma.arena.DmaShardMapper;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.RegisteredShardMapper;
import org.rpcrdma.arena.ShardMapper;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.DeviceCapability;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * Where a server or client has the Receive buffers of its connections from, and the protection domain that they are usable in: an arena
 * for each connection, in a domain of the server's or client's own, or one arena that they share with each other and with others.
 */
final class ConnectionArenas implements AutoCloseable {
    private final ProtectionDomain domain;
    private final ShardMapper mapper;
    private final MemoryAllocator memory;
    private final ReceiveArena.Context each;
    private final ReceiveArena shared;

    private ConnectionArenas(
            final ProtectionDomain domain,
            final ShardMapper mapper,
            final MemoryAllocator memory,
            final ReceiveArena.Context each,
            final ReceiveArena shared) {
        this.domain = domain;
        this.mapper = mapper;
        this.memory = memory;
        this.each = each;
        this.shared = shared;
    }

    /** An arena for each connection, all of whose buffers, so many at most, stay out to its end: nothing to age, and no stacks of threads. */
    static ConnectionArenas ofTheirOwn(
            final Device device,
            final MemoryAllocator memory,
            final Clock clock,
            final Function<ProtectionDomain, ShardMapper> newMapper,
            final int bufferSize,
            final int shardSize,
            final int buffers) {
        final ProtectionDomain domain = device.allocateProtectionDomain();
        ShardMapper mapper = null;
        try {
            mapper = newMapper.apply(domain);
            final ReceiveArena.Context each = new ReceiveArena.Context()
                    .mapper(mapper)
                    .memory(memory)
                    .bufferSize(bufferSize)
                    .threadCacheSize(0)
                    .clock(clock)
                    .agingPeriod(0)
                    .shardSize(shardSize)
                    .maxShards(shards(buffers, shardSize / bufferSize))
                    .conclude();
            return new ConnectionArenas(domain, mapper, memory, each, null);
        } catch (final RuntimeException e) {
            close(mapper);
            domain.close();
            throw e;
        }
    }

    /** Shards that hold so many buffers. */
    private static int shards(final int buffers, final int fitting) {
        final int buffersPerShard = Math.max(1, fitting);
        return (buffers + buffersPerShard - 1) / buffersPerShard;
    }

    /** A shard at once: a DMA mapping, or, on a device without, a region. */
    static ShardMapper defaultMapper(final ProtectionDomain domain) {
        return domain.device().attributes().has(DeviceCapability.LOCAL_DMA_LKEY)
                ? new DmaShardMapper(domain)
                : new RegisteredShardMapper(domain);
    }

    /** One arena for all, which is referred to until this is closed. */
    static ConnectionArenas shared(
            final ReceiveArena arena, final MemoryAllocator memory, final ProtectionDomain domain) {
        return new ConnectionArenas(domain, null, memory, null, arena.retain());
    }

    /** The domain for the connections' queue pairs. */
    ProtectionDomain domain() {
        return domain;
    }

    /** What the arenas' buffers are in. */
    MemoryAllocator memory() {
        return memory;
    }

    /** An arena for a connection, which closes it. */
    ReceiveArena open() {
        return shared == null ? new ReceiveArena(each) : shared.retain();
    }

    /** Of the buffers that a connection may have, those that it has from beginning to end: all where nobody else could use them. */
    int reserved(final int credits, final int buffers) {
        return shared == null ? buffers : credits;
    }

    /** When all connections have ended. */
    @Override
    public void close() {
        if (shared != null) {
            shared.closeWhenReturned();
        } else {
            close(mapper);
            domain.close();
        }
    }

    private static void close(final ShardMapper mapper) {
        CloseHelper.close(mapper instanceof AutoCloseable closeable ? closeable : null);
    }
}
