/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import org.agrona.CloseHelper;
import org.rpcrdma.arena.ArenaMetrics;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.ShardMapper;
import org.rpcrdma.transport.RpcRdmaServer;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.ProtectionDomain;

/** One arena for all connections of a run's server. Closed after the server. */
final class SharedArena implements AutoCloseable {
    /** As many as an arena can have: a shard may be a buffer. */
    private static final int MAX_SHARDS = 1 << 20;

    private final ProtectionDomain domain;
    private final ShardMapper mapper;
    private final ReceiveArena arena;

    SharedArena(
            final Device device,
            final MemoryAllocator memory,
            final EventLoop loop,
            final Strategy strategy,
            final CompareOptions options) {
        domain = device.allocateProtectionDomain();
        mapper = strategy.mapper(domain, loop, options.bufferSize());
        arena = new ReceiveArena(new ReceiveArena.Context()
                .mapper(mapper)
                .memory(memory)
                .bufferSize(options.bufferSize())
                .shardSize(strategy.shardSize(options.bufferSize(), options.buffers(), options.shardSize()))
                .maxShards(MAX_SHARDS)
                .threadCacheSize(0));
    }

    /** Has buffers mapped ahead of their use. */
    void map(final int buffers) {
        final long[] handles = new long[buffers];
        arena.release(handles, 0, arena.tryAcquire(handles, 0, buffers));
    }

    void giveTo(final RpcRdmaServer.Context server) {
        server.sharedArena(arena, domain);
    }

    ArenaMetrics metrics() {
        return arena.metrics();
    }

    @Override
    public void close() {
        arena.close();
        CloseHelper.close(mapper instanceof AutoCloseable closeable ? closeable : null);
        domain.close();
    }
}
