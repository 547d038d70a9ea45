// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.host.RunningLoop;
import org.rpcrdma.rnic.host.Task;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.host.HostProcessors;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.CompletionOpcode;
import org.rpcrdma.verbs.CompletionStatus;

class CompletionEventsTest {
    private static final CostModel COSTS = CostModel.defaults();

    private final Simulation simulation = new Simulation(1);
    private final HostProcessors processors = new HostProcessors("sim0", simulation, COSTS, new RunningLoop());
    private int calls;
    private final CompletionEvents events = new CompletionEvents(
            simulation, COSTS.nanos(CostParameter.EVENT_LATENCY), processors.newProcessor(), new Task() {
                @Override
                public void run() {
                    calls++;
                }
            });

    @Test
    void shouldRaiseOneEventPerArmingAfterTheInterruptLatency() {
        events.arm();
        complete(CompletionStatus.SUCCESS, 0);
        assertEquals(COSTS.nanos(CostParameter.EVENT_LATENCY), simulation.nanoTime());
        complete(CompletionStatus.SUCCESS, 0);
        assertEquals(1, calls);
    }

    @Test
    void shouldDropAPendingEventWhenTheQueueCloses() {
        events.raise();
        events.close();
        simulation.run();
        assertEquals(0, calls);
    }

    private void complete(final int status, final int flags) {
        final CompletionEntry entry = new CompletionEntry();
        entry.fill(17, null, 0, status, CompletionOpcode.RECV);
        entry.flags = flags;
        events.completed(entry);
        simulation.run();
    }
}
