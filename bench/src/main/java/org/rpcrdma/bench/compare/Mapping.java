// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.function.BiFunction;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.FastRegisteredShardMapper;
import org.rpcrdma.arena.mapper.RegisteredShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;

/** The ways of making a range of memory usable by the device. */
enum Mapping {
    /** A DMA mapping. */
    DMA("dma", (domain, loop) -> new DmaShardMapper(domain)),

    /** A registered memory region. */
    REGISTERED("registered", (domain, loop) -> new RegisteredShardMapper(domain)),

    /** A registered memory region with on-demand paging, prefetched. */
    ON_DEMAND("on-demand", (domain, loop) -> RegisteredShardMapper.onDemand(domain)),

    /**
     * A fast-registered region. Registrations are posted and not awaited: several processors that await theirs would
     * each wait for the others', too.
     */
    FAST_REGISTERED(
            "fast-registered",
            (domain, loop) -> FastRegisteredShardMapper.posting(domain, loop, DmaDirection.FROM_DEVICE));

    private final String label;
    private final BiFunction<ProtectionDomain, EventLoop, ShardMapper> mapper;

    Mapping(final String label, final BiFunction<ProtectionDomain, EventLoop, ShardMapper> mapper) {
        this.label = label;
        this.mapper = mapper;
    }

    /** Returns the name in a strategy's. */
    String label() {
        return label;
    }

    /** Returns the mapper of ranges on a domain of the loop's device. */
    ShardMapper mapper(final ProtectionDomain domain, final EventLoop loop) {
        return mapper.apply(domain, loop);
    }
}
