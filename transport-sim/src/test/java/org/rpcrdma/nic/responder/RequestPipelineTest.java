// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.responder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.cache.ContextMemory;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.link.Packet;
import org.rpcrdma.nic.link.PacketPool;
import org.rpcrdma.sim.Simulation;

/** When the data of requests is in memory that arrive at the same time. Virtual nanoseconds. */
class RequestPipelineTest {
    private static final long LANDING = 250;
    private static final int MISS = 540;

    private final Simulation simulation = new Simulation(1);
    private final CostModel costs = CostModel.defaults()
            .with(CostParameter.QUEUE_INTERVAL, 172)
            .with(CostParameter.QPC_ENTRIES, 1)
            .with(CostParameter.QPC_MISS, MISS);
    private final Packet packet = new PacketPool().take();

    private RequestPipeline pipeline(final CostModel model, final ContextMemory contexts) {
        packet.isFirst = true;
        contexts.begin(0);
        contexts.begin(0);
        return new RequestPipeline(simulation, model, contexts);
    }

    @Test
    void shouldBeginWithAMessageNoSoonerThanAnIntervalAfterTheOneBefore() {
        final RequestPipeline pipeline = pipeline(costs, new ContextMemory(costs));
        assertEquals(LANDING, pipeline.pass(packet, LANDING));
        assertEquals(LANDING + 172, pipeline.pass(packet, LANDING));
        packet.isFirst = false;
        assertEquals(LANDING + 2 * 172, pipeline.pass(packet, LANDING));
        assertEquals(LANDING + 2 * 172, pipeline.pass(packet, LANDING), "packets of one message follow at once");
    }

    @Test
    void shouldFetchForOnePacketBeforeTheNextOneBegins() {
        final ContextMemory contexts = new ContextMemory(costs);
        final RequestPipeline pipeline = pipeline(costs, contexts);
        contexts.begin(1);
        pipeline.pass(packet, LANDING + MISS);
        contexts.begin(1);
        assertEquals(LANDING + 172 + MISS, pipeline.pass(packet, LANDING), "a hit waits for the miss ahead of it");
        assertEquals(LANDING + 2 * 172 + MISS, pipeline.pass(packet, LANDING), "but keeps none behind it waiting");
    }

    @Test
    void shouldFetchForSeveralPacketsAtTheSameTime() {
        for (final int fetches : new int[] {0, 2}) {
            final CostModel model = costs.with(CostParameter.CONTEXT_FETCHES, fetches);
            final ContextMemory contexts = new ContextMemory(model);
            final RequestPipeline pipeline = pipeline(model, contexts);
            contexts.begin(1);
            pipeline.pass(packet, LANDING + MISS);
            final long occupied = fetches == 0 ? 0 : MISS / fetches;
            assertEquals(LANDING + 172 + occupied, pipeline.pass(packet, LANDING), "fetches=" + fetches);
        }
    }
}
