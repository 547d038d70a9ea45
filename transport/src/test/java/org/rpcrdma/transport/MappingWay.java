// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.FastRegisteredShardMapper;
import org.rpcrdma.arena.mapper.PerBufferShardMapper;
import org.rpcrdma.arena.mapper.RegisteredShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;

/** The ways to map a shard. */
enum MappingWay {
    DMA,
    REGISTERED,
    FAST_REGISTERED,
    POSTED,
    PER_BUFFER_DMA,
    PER_BUFFER_REGISTERED,
    PER_BUFFER_FAST_REGISTERED;

    ShardMapper mapper(final ProtectionDomain domain, final EventLoop loop, final int buffer) {
        return switch (this) {
            case DMA -> new DmaShardMapper(domain);
            case REGISTERED -> new RegisteredShardMapper(domain);
            case FAST_REGISTERED -> new FastRegisteredShardMapper(domain, loop);
            case POSTED -> FastRegisteredShardMapper.posting(domain, loop, DmaDirection.FROM_DEVICE);
            case PER_BUFFER_DMA -> new PerBufferShardMapper(DMA.mapper(domain, loop, buffer), buffer);
            case PER_BUFFER_REGISTERED -> new PerBufferShardMapper(REGISTERED.mapper(domain, loop, buffer), buffer);
            case PER_BUFFER_FAST_REGISTERED ->
                new PerBufferShardMapper(FAST_REGISTERED.mapper(domain, loop, buffer), buffer);
        };
    }

    /** Returns true if the next connection reuses the objects that were created for an earlier connection. */
    boolean isPooled() {
        return this != DMA && this != PER_BUFFER_DMA;
    }

    boolean isPerBuffer() {
        return ordinal() >= PER_BUFFER_DMA.ordinal();
    }

    boolean isRegistered() {
        return this == REGISTERED || this == PER_BUFFER_REGISTERED;
    }
}
