// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;

/** Creates the mappers for a program's own strategy. Must be thread-safe. */
@FunctionalInterface
public interface MapperFactory {
    /**
     * Creates a mapper for the arenas of one processor's connections. Called once per run for each processor of the
     * simulated server. Runs with different seeds call it from different threads.
     *
     * @param domain the server's protection domain; {@link ProtectionDomain#device()} provides DMA mappings.
     * @param loop   the processor's event loop; this processor is charged for the mapper's requests to the device.
     * @return the mapper, which is closed together with the server.
     */
    ShardMapper newMapper(ProtectionDomain domain, EventLoop loop);
}
