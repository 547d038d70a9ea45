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

class ArenaTotalsTest {
    @Test
    void shouldCountNoMoreThanThereAre() {
        final FakeDevice device = new FakeDevice();
        final FakeDevice.Block block = (FakeDevice.Block) device.allocate(65_536, 65_536);
        final BufferCount count = new BufferCount(32);
        final ArenaTotals totals = new ArenaTotals(count, 4096);
        totals.add(new Shard(0, block, new DmaShardMapper(device.domain()).map(block), 16, 0));
        for (int i = 0; i < 16; i++) {
            count.enter();
        }
        totals.noteInUse(count.enter());
        assertEquals(16, totals.buffersInUse(), "one has entered for whom there is no buffer");
        assertEquals(16, totals.highWater());
        assertEquals(0, totals.bytesWasted());
        count.leave();
        totals.noteInUse(3);
        assertEquals(16, totals.highWater());
    }
}
