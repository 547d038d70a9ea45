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
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShardIndexTest {
    private final FakeDevice device = new FakeDevice();
    private final ShardMapper mapper = new DmaShardMapper(device.domain());

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 4096, 4097, 70_000})
    void shouldFindTheLowestShardWithSomethingFree(final int shards) {
        final ShardIndex index = filled(shards);
        assertEquals(shards, index.size());
        for (int id = 0; id < shards; id++) {
            assertSame(index.get(id), index.lowestMarked());
            assertEquals(id, index.get(id).id);
            takeAll(index, index.get(id));
        }
        assertNull(index.lowestMarked());
        for (final int id : new int[] {shards - 1, shards / 2, 0}) {
            index.get(id).release(0);
            index.mark(index.get(id));
            assertSame(index.get(id), index.lowestMarked());
        }
    }

    @Test
    void shouldHaveNoShardBeyondThoseAdded() {
        final ShardIndex index = filled(65);
        for (final int id : new int[] {65, 127, 128, 4095, 4096, 1 << 19}) {
            assertNull(index.get(id));
        }
    }

    @Test
    void shouldKeepTheMarkOfAShardThatIsNotFull() {
        final ShardIndex index = filled(2);
        index.unmark(index.get(0));
        assertSame(index.get(0), index.lowestMarked());
    }

    @Test
    void shouldMarkAgainWhatAThreadLeftUnmarked() {
        final ShardIndex index = filled(70);
        for (int id = 0; id < 70; id++) {
            takeAll(index, index.get(id));
        }
        assertNull(index.lowestMarked());
        index.get(69).release(0);
        assertNull(index.lowestMarked(), "not marked yet");
        index.markAll();
        assertSame(index.get(69), index.lowestMarked());
        takeAll(index, index.get(69));
        index.markAll();
        assertNull(index.lowestMarked());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 63, 64, 65, 128, 130})
    void shouldTakeTheLowestSlot(final int slots) {
        final Shard shard = shard(0, slots);
        for (int slot = 0; slot < slots; slot++) {
            assertTrue(shard.hasFree());
            assertEquals(slot, shard.take());
            assertFalse(shard.isFree(slot));
        }
        assertFalse(shard.hasFree());
        assertEquals(Shard.NO_SLOT, shard.take());
        final int before = shard.generation(slots - 1);
        assertTrue(shard.release(slots - 1));
        assertFalse(shard.release(slots - 1), "free already");
        assertEquals(before + 1, shard.generation(slots - 1));
        assertEquals(slots - 1, shard.take());
    }

    private ShardIndex filled(final int shards) {
        final ShardIndex index = new ShardIndex();
        for (int id = 0; id < shards; id++) {
            index.add(shard(id, 2));
        }
        return index;
    }

    private Shard shard(final int id, final int slots) {
        final FakeDevice.Block block = (FakeDevice.Block) device.allocate(65_536, 65_536);
        return new Shard(id, block, mapper.map(block), slots, 5);
    }

    private static void takeAll(final ShardIndex index, final Shard shard) {
        for (int slot = 0; slot != Shard.NO_SLOT; ) {
            slot = shard.take();
        }
        index.unmark(shard);
    }
}
