// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.host;

import java.util.function.LongBinaryOperator;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Maps the shards of the arenas of one thread, and spends the time that Linux would on their buffers beside mapping
 * them. A connection takes all its buffers when it begins, so that one connection's shards follow another's.
 */
public final class KernelWork extends WrappedMapper {
    private final SimulatedDevice server;
    private final Kind kind;
    /** Buffers of the shards that were mapped for the newest connection. */
    private long buffers;

    /**
     * What Linux keeps.
     *
     * @param bufferSize bytes of a buffer.
     * @param most       buffers of a connection; of an arena for all connections there is no most.
     * @param hasShards  true if buffers are cut from shards.
     * @param bitTests   locked tests of bits to find the buffers of a shard, of those taken before and its own.
     */
    public record Kind(int bufferSize, long most, boolean hasShards, LongBinaryOperator bitTests) {}

    /**
     * Makes a mapper.
     *
     * @param mapper maps the shards; closed with this one.
     * @param server pays.
     * @param kind   what Linux keeps.
     */
    public KernelWork(final ShardMapper mapper, final SimulatedDevice server, final Kind kind) {
        super(mapper);
        this.server = server;
        this.kind = kind;
    }

    @Override
    public ShardMapping map(final MemoryBlock shard) {
        if (buffers == kind.most) {
            buffers = 0;
        }
        final long more = Math.min(kind.most - buffers, shard.length() / kind.bufferSize);
        server.spend(ProcessorWork.ALLOCATION, CostParameter.RECEIVE_CONTEXT, more);
        if (kind.hasShards) {
            server.spend(ProcessorWork.ALLOCATION, CostParameter.SHARD, 1);
        }
        server.spend(ProcessorWork.SEARCH, CostParameter.BIT_TEST, kind.bitTests.applyAsLong(buffers, more));
        buffers += more;
        return mapper.map(shard);
    }
}
