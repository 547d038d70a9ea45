// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.FakeDevice;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;

class ShardLeafTest {
    private static final int SHARDS = 1 << 20;
    private static final int ENTRIES = 64;
    private static final int ARENA = 7;

    private final FakeDevice device = new FakeDevice();

    /** The number after the last buffer's number does not fit into an int. */
    @Test
    void shouldBeginTheStatesOfTheLastOf2To31Buffers() {
        final ShardGeometry geometry = new ShardGeometry(64, 131_072, SHARDS);
        final int first = SHARDS - ENTRIES;
        final ShardLeaf leaf = new ShardLeaf(geometry, 0, first, new DmaShardMapper(device.domain()));
        final ShardMapping mapping =
                new DmaShardMapper(device.domain()).map(device.allocate(geometry.shardSize, geometry.shardSize));
        leaf.add(SHARDS - 1, new Addresses(0), mapping, 0, ARENA);
        for (int slot = 0; slot < geometry.slots; slot++) {
            final int buffer = geometry.buffer(SHARDS - 1, slot);
            assertEquals(StateBits.first(ARENA, buffer), leaf.state(buffer));
        }
        assertEquals(Integer.MAX_VALUE, geometry.buffer(SHARDS - 1, geometry.slots - 1));
    }
}
