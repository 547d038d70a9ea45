// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.receive;

import org.agrona.CloseHelper;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.transport.EndpointSettings;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ProtectionDomain;

/**
 * The source of Receive buffers for an endpoint's connections, together with the connections' protection domain. Either
 * each connection has its own arena, in the endpoint's protection domain, or all connections use a shared arena, which
 * may also have other users.
 *
 * @param domain the protection domain of the connections' queue pairs.
 * @param mapper the mapper of the arenas' shards.
 * @param memory the allocator of the arenas' memory.
 * @param each   the settings of a connection's own arena.
 * @param shared the shared arena, or null.
 * @param bytes  the maximum size of a connection's own arena, in bytes; 0 with a shared arena.
 */
public record ConnectionArenas(
        ProtectionDomain domain,
        ShardMapper mapper,
        MemoryAllocator memory,
        ReceiveArena.Context each,
        ReceiveArena shared,
        long bytes)
        implements AutoCloseable {
    /**
     * Returns the arenas for an endpoint's settings.
     *
     * @param shardSize the size of a shard of each connection's own arena, in bytes.
     * @param buffers   the maximum number of buffers of each connection's own arena.
     */
    public static ConnectionArenas of(final EndpointSettings settings, final int shardSize, final int buffers) {
        return settings.sharedArena() == null
                ? ofTheirOwn(settings, shardSize, buffers)
                : new ConnectionArenas(
                        settings.sharedDomain(),
                        null,
                        settings.receiveMemory(),
                        null,
                        settings.sharedArena().retain(),
                        0);
    }

    /** Returns a source in which each connection has its own arena and keeps its buffers for its lifetime. */
    private static ConnectionArenas ofTheirOwn(
            final EndpointSettings settings, final int shardSize, final int buffers) {
        final ProtectionDomain domain = settings.device().allocateProtectionDomain();
        ShardMapper mapper = null;
        try {
            mapper = settings.mapper().apply(domain);
            final int shards = shards(buffers, shardSize / settings.bufferSize());
            final ReceiveArena.Context each = new ReceiveArena.Context()
                    .mapper(mapper)
                    .memory(settings.receiveMemory())
                    .bufferSize(settings.bufferSize())
                    .clock(settings.eventLoop())
                    .shardSize(shardSize)
                    .maxShards(shards)
                    .conclude();
            return new ConnectionArenas(
                    domain, mapper, settings.receiveMemory(), each, null, (long) shards * shardSize);
        } catch (final RuntimeException e) {
            CloseHelper.close(mapper);
            domain.close();
            throw e;
        }
    }

    /** Returns the number of shards required for a number of buffers. */
    private static int shards(final int buffers, final int fitting) {
        final int buffersPerShard = Math.max(1, fitting);
        return (buffers + buffersPerShard - 1) / buffersPerShard;
    }

    /** Returns an arena for a connection. The connection must close it. */
    public ReceiveArena open() {
        return shared == null ? new ReceiveArena(each) : shared.retain();
    }

    /**
     * Returns the number of buffers that a connection holds for its lifetime. If no other connection could use the
     * buffers, the connection holds all of its buffers.
     */
    public int reserved(final int credits, final int buffers) {
        return shared == null ? buffers : credits;
    }

    /** Closes the arenas. Call this method when all connections have ended. */
    @Override
    public void close() {
        if (shared != null) {
            shared.closeWhenReturned();
        } else {
            mapper.close();
            domain.close();
        }
    }
}
