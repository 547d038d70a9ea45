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
 * The source of the Receive buffers of an endpoint's connections, and the protection domain that they are
 * usable in: an arena for each connection, in a domain of the server's or client's own, or one arena that they share
 * with each other and with others.
 *
 * @param domain of the connections' queue pairs.
 * @param mapper of the arenas' shards.
 * @param memory of the arenas.
 * @param each   settings of a connection's own arena.
 * @param shared the arena that they share, or null.
 * @param bytes  of a connection's own arena at most; 0 if they share one.
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
     * Opens the arenas that an endpoint's settings ask for.
     *
     * @param shardSize bytes of a shard of each connection's own arena, and
     * @param buffers   the buffers that it has at most.
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

    /**
     * Returns arenas whose buffers stay with their connection to its end.
     */
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

    /** Returns the number of shards that hold a number of buffers. */
    private static int shards(final int buffers, final int fitting) {
        final int buffersPerShard = Math.max(1, fitting);
        return (buffers + buffersPerShard - 1) / buffersPerShard;
    }

    /** Returns an arena for a connection, which closes it. */
    public ReceiveArena open() {
        return shared == null ? new ReceiveArena(each) : shared.retain();
    }

    /**
     * Of the buffers that a connection may have, those that it has from beginning to end: all where nobody else could
     * use them.
     */
    public int reserved(final int credits, final int buffers) {
        return shared == null ? buffers : credits;
    }

    /** When all connections have ended. */
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
