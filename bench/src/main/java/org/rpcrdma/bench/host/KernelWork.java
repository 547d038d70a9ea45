// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.host;

import java.util.function.LongBinaryOperator;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.arena.mapper.ShardMappings;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Maps the shards of one thread's arenas, and charges the time that Linux spends on the buffers in addition to mapping
 * them. A connection allocates all its buffers when it starts, so the shards of different connections do not
 * interleave.
 */
public final class KernelWork extends WrappedMapper {
    private final SimulatedDevice server;
    private final Kind kind;
    /** The number of buffers in the shards mapped so far for the newest connection. */
    private long buffers;

    /**
     * Describes Linux's buffers and bookkeeping.
     *
     * @param bufferSize the bytes per buffer.
     * @param most       the number of buffers per connection; unlimited if all connections share the arena.
     * @param hasShards  true if buffers are cut from shards.
     * @param bitTests   returns the number of locked bit tests that find a shard's buffers, given the number of earlier
     *                   buffers and the number of buffers in the shard.
     */
    public record Kind(int bufferSize, long most, boolean hasShards, LongBinaryOperator bitTests) {}

    /**
     * Creates a mapper.
     *
     * @param mapper maps the shards; closed together with this mapper.
     * @param server the device whose processor is charged.
     * @param kind   Linux's bookkeeping.
     */
    public KernelWork(final ShardMapper mapper, final SimulatedDevice server, final Kind kind) {
        super(mapper);
        this.server = server;
        this.kind = kind;
    }

    @Override
    public ShardMappings newMappings(final int shards, final int shardSize) {
        return mapper.newMappings(shards, shardSize);
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
