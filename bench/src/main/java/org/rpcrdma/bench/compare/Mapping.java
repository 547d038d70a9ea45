// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.FastRegisteredShardMapper;
import org.rpcrdma.arena.mapper.RegisteredShardMapper;
import org.rpcrdma.bench.settings.MapperFactory;
import org.rpcrdma.verbs.DmaDirection;

/**
 * A way to map a range of memory for the device.
 *
 * @param label   the name in tables.
 * @param mappers creates the mapper for a protection domain of the loop's device.
 */
record Mapping(String label, MapperFactory mappers) {
    /** A DMA mapping. */
    static final Mapping DMA = new Mapping("dma", (domain, loop) -> new DmaShardMapper(domain));

    /** A range of iovas to which contiguous pieces of memory are linked. */
    static final Mapping LINKED = new Mapping("linked", (domain, loop) -> DmaShardMapper.linking(domain));

    /** A registered memory region. */
    static final Mapping REGISTERED = new Mapping("registered", (domain, loop) -> new RegisteredShardMapper(domain));

    /** A registered memory region with on-demand paging, prefetched. */
    static final Mapping ON_DEMAND = new Mapping("on-demand", (domain, loop) -> RegisteredShardMapper.onDemand(domain));

    /**
     * A fast-registered region. Registrations are posted without waiting for their completion, because a processor that
     * waits would also wait for the registrations of other processors.
     */
    static final Mapping FAST_REGISTERED = new Mapping(
            "fast-registered",
            (domain, loop) -> FastRegisteredShardMapper.posting(domain, loop, DmaDirection.FROM_DEVICE));
}
