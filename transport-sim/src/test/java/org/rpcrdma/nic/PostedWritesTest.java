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
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.SeededRandom;

/** A NIC's DMA writes: how many are under way, and what page walks take of the engine. Virtual nanoseconds. */
class PostedWritesTest {
    private static final CostModel COSTS = CostModel.defaults().with(CostParameter.DMA_OCCUPANCY, 0);

    @Test
    void shouldLetAWriteBeginWhenTheFirstOfAsManyEnds() {
        final PostedWrites writes = new PostedWrites(COSTS.with(CostParameter.DMA_WRITES, 2));
        assertEquals(1250, writes.write(0, 64, 0, 1000));
        assertEquals(250, writes.write(0, 64, 0, 0));
        assertEquals(500, writes.write(0, 64, 0, 0), "behind the second");
        assertEquals(750, writes.write(0, 64, 0, 0), "behind the third");
        assertEquals(1000, writes.write(600, 64, 0, 0), "behind the fourth");
        assertEquals(2250, writes.write(2000, 64, 0, 0), "behind none");
    }

    @Test
    void shouldLetAnyNumberBeUnderWayWhereThereIsNoLimit() {
        final PostedWrites writes = new PostedWrites(COSTS);
        for (int i = 0; i < 1000; i++) {
            assertEquals(250, writes.write(0, 64, 0, 0));
        }
    }

    /** Beside a list of all ends, of which the earliest is taken. */
    @Test
    void shouldTakeTheFirstEndOfMany() {
        final SeededRandom random = new SeededRandom(Seed.get());
        final int limit = 1 + random.nextInt(20);
        final PostedWrites writes = new PostedWrites(COSTS.with(CostParameter.DMA_WRITES, limit));
        final long[] ends = new long[limit];
        for (int i = 0; i < 1000; i++) {
            final int stall = random.nextInt(2000);
            int first = 0;
            for (int at = 1; at < limit; at++) {
                first = ends[at] < ends[first] ? at : first;
            }
            ends[first] += 250 + stall;
            assertEquals(ends[first], writes.write(0, 64, 0, stall), "limit=" + limit + " seed=" + Seed.get());
        }
    }

    @Test
    void shouldTakeTheEngineForAWalkInProportionToTheBytesUpToAPage() {
        final PostedWrites writes = new PostedWrites(COSTS);
        assertEquals(2 * 197_000, writes.walkPicos(2, 4096));
        assertEquals(2 * 197_000, writes.walkPicos(2, 65_536));
        assertEquals(197_000 / 4.0, writes.walkPicos(1, 1024));
        assertEquals(0, writes.walkPicos(0, 4096));
    }
}
