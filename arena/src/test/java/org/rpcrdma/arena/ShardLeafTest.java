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
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ShardLeafTest {
    private static final int SHARDS = 1 << 20;
    private static final int ENTRIES = 64;
    private static final int ARENA = 7;

    private final FakeDevice device = new FakeDevice();

    /** The number of the buffer behind the last one is no int. */
    @Test
    void shouldBeginTheStatesOfTheLastOf2To31Buffers() {
        final ShardGeometry geometry = new ShardGeometry(64, 131_072, SHARDS);
        final int first = SHARDS - ENTRIES;
        final ShardLeaf leaf = new ShardLeaf(geometry, 0, first, 0, null);
        final ShardMapping mapping =
                new DmaShardMapper(device.domain()).map(device.allocate(geometry.shardSize, geometry.shardSize));
        leaf.add(ENTRIES - 1, 0, mapping, ARENA);
        for (int slot = 0; slot < geometry.slots; slot++) {
            final int buffer = geometry.buffer(SHARDS - 1, slot);
            assertEquals(BufferState.first(ARENA, buffer), leaf.state(buffer));
        }
        assertEquals(Integer.MAX_VALUE, geometry.buffer(SHARDS - 1, geometry.slots - 1));
    }
}
