// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.dma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.sim.cost.CostParameter.CONTEXT_FETCHES;
import static org.rpcrdma.sim.cost.CostParameter.QPC_ENTRIES;
import static org.rpcrdma.sim.cost.CostParameter.QPC_MISS;
import static org.rpcrdma.sim.cost.CostParameter.QUEUE_INTERVAL;
import static org.rpcrdma.sim.host.BusyTime.PICOS;

import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.cache.ContextMemory;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;

/** Tests the times at which the data of simultaneous requests lands in memory. Times are in virtual nanoseconds. */
class QueuePipelineTest {
    private static final long LANDING = 250;
    private static final int MISS = 540;

    private final Simulation simulation = new Simulation(1);
    private final CostModel costs =
            CostModel.defaults().with(QUEUE_INTERVAL, 172).with(QPC_ENTRIES, 1).with(QPC_MISS, MISS);

    private QueuePipeline pipeline(final CostModel model, final ContextMemory contexts) {
        contexts.begin(0);
        contexts.begin(0);
        return new QueuePipeline(simulation, contexts, (long) (model.get(QUEUE_INTERVAL) * PICOS));
    }

    @Test
    void shouldStartAMessageAtLeastAnIntervalAfterThePreviousOne() {
        final QueuePipeline pipeline = pipeline(costs, new ContextMemory(costs));
        assertEquals(LANDING, pipeline.pass(true, LANDING));
        assertEquals(LANDING + 172, pipeline.pass(true, LANDING));
        assertEquals(LANDING + 2 * 172, pipeline.pass(false, LANDING));
        assertEquals(LANDING + 2 * 172, pipeline.pass(false, LANDING), "packets of one message follow immediately");
    }

    @Test
    void shouldFetchForOnePacketBeforeTheNextOneBegins() {
        final ContextMemory contexts = new ContextMemory(costs);
        final QueuePipeline pipeline = pipeline(costs, contexts);
        contexts.begin(1);
        pipeline.pass(true, LANDING + MISS);
        contexts.begin(1);
        assertEquals(LANDING + 172 + MISS, pipeline.pass(true, LANDING), "a hit waits for the preceding miss");
        assertEquals(LANDING + 2 * 172 + MISS, pipeline.pass(true, LANDING), "but delays none after it");
    }

    @Test
    void shouldFetchForSeveralPacketsAtTheSameTime() {
        for (final int fetches : new int[] {0, 2}) {
            final CostModel model = costs.with(CONTEXT_FETCHES, fetches);
            final ContextMemory contexts = new ContextMemory(model);
            final QueuePipeline pipeline = pipeline(model, contexts);
            contexts.begin(1);
            pipeline.pass(true, LANDING + MISS);
            final long occupied = fetches == 0 ? 0 : MISS / fetches;
            assertEquals(LANDING + 172 + occupied, pipeline.pass(true, LANDING), "fetches=" + fetches);
        }
    }
}
