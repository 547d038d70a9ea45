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

/**
 * A way of making a range of memory usable by the device.
 *
 * @param label  the name in a strategy's
 * @param maker  makes the mapper of ranges on a domain of the loop's device
 */
record Mapping(String label, BiFunction<ProtectionDomain, EventLoop, ShardMapper> maker) {
    /** A DMA mapping. */
    static final Mapping DMA = new Mapping("dma", (domain, loop) -> new DmaShardMapper(domain));

    /** A registered memory region. */
    static final Mapping REGISTERED = new Mapping("registered", (domain, loop) -> new RegisteredShardMapper(domain));

    /** A registered memory region with on-demand paging, prefetched. */
    static final Mapping ON_DEMAND = new Mapping("on-demand", (domain, loop) -> RegisteredShardMapper.onDemand(domain));

    /**
     * A fast-registered region. Registrations are posted and not awaited: several processors that await theirs would
     * each wait for the others', too.
     */
    static final Mapping FAST_REGISTERED = new Mapping(
            "fast-registered",
            (domain, loop) -> FastRegisteredShardMapper.posting(domain, loop, DmaDirection.FROM_DEVICE));

    /** Returns the mapper of ranges on a domain of the loop's device. */
    ShardMapper mapper(final ProtectionDomain domain, final EventLoop loop) {
        return maker.apply(domain, loop);
    }
}
