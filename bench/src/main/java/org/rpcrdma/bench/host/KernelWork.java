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
 * Maps the shards of one thread's arenas, and charges the time that Linux spends on the buffers besides mapping. A
 * connection allocates all of its buffers when it starts, so the shards of different connections do not interleave.
 */
public final class KernelWork extends WrappedMapper {
    private final SimulatedDevice server;
    private final Kind kind;
    /** Buffers in the shards that were mapped for the newest connection. */
    private long buffers;

    /**
     * The buffers and bookkeeping of Linux.
     *
     * @param bufferSize bytes of a buffer.
     * @param most buffers of a connection; unlimited for an arena that all connections share.
     * @param hasShards true if buffers are cut from shards.
     * @param bitTests returns the locked bit tests that find a shard's buffers, given the buffers taken before and the
     *     shard's.
     */
    public record Kind(int bufferSize, long most, boolean hasShards, LongBinaryOperator bitTests) {}

    /**
     * Creates a mapper.
     *
     * @param mapper maps the shards; closed with this mapper.
     * @param server the device whose processor is charged.
     * @param kind the bookkeeping of Linux.
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
