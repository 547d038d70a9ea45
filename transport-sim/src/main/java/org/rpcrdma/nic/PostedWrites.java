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

import java.util.Arrays;

/**
 * A NIC's DMA writes: they go through one {@link DmaEngine}, and a NIC may have only so many under way. One that finds as
 * many under way begins when the first of them is in memory. Times are nanoseconds.
 *
 * <p>Belongs to the simulation's thread.
 */
final class PostedWrites {
    private final DmaEngine engine;
    private final long writeLatency;
    /** When each write that is under way ends, as a heap, the first to end at 0; empty where there is no limit. */
    private final long[] ends;

    PostedWrites(final CostModel costs) {
        engine = new DmaEngine(costs);
        writeLatency = costs.nanos(CostParameter.DMA_WRITE);
        ends = new long[costs.count(CostParameter.DMA_WRITES)];
        Arrays.fill(ends, Long.MIN_VALUE);
    }

    /**
     * Takes a write; returns when its bytes are in memory.
     *
     * @param stallPicos what it takes the engine beside its bytes.
     * @param stallNanos what is added to its latency.
     */
    long write(final long now, final int bytes, final double stallPicos, final long stallNanos) {
        final long begin = ends.length == 0 ? now : Math.max(now, ends[0]);
        final long gone = engine.occupy(begin * DmaEngine.PICOS, bytes, stallPicos);
        final long end = (gone + DmaEngine.PICOS - 1) / DmaEngine.PICOS + writeLatency + stallNanos;
        if (ends.length > 0) {
            replaceFirst(end);
        }
        return end;
    }

    /** As {@link DmaEngine#walkPicos}. */
    double walkPicos(final int walks, final int bytes) {
        return engine.walkPicos(walks, bytes);
    }

    private void replaceFirst(final long end) {
        int hole = 0;
        for (int child = 1; child < ends.length; child = 2 * hole + 1) {
            final int earlier = child + 1 < ends.length && ends[child + 1] < ends[child] ? child + 1 : child;
            if (ends[earlier] >= end) {
                break;
            }
            ends[hole] = ends[earlier];
            hole = earlier;
        }
        ends[hole] = end;
    }
}
