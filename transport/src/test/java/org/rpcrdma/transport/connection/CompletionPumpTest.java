// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Clock;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;

class CompletionPumpTest {
    /** A queue that receives a completion immediately before it is armed. */
    private static final class LateQueue implements CompletionQueue {
        final ArrayDeque<Long> completions = new ArrayDeque<>(List.of(1L, 2L, 3L, 4L, 5L));
        boolean armed;

        @Override
        public int poll(final Completions batch) {
            batch.clear();
            while (!completions.isEmpty() && batch.count() < batch.capacity()) {
                batch.append(completions.remove(), 0, 0, 0, 0, 0, 0, 0);
            }
            return batch.count();
        }

        @Override
        public void arm() {
            assertTrue(completions.isEmpty(), "armed before it was empty");
            completions.add(6L);
            armed = true;
        }

        @Override
        public int capacity() {
            return 8;
        }

        @Override
        public void close() {}
    }

    private static final class NoDispatch implements Dispatch {
        @Override
        public void beginDispatch() {}

        @Override
        public void endDispatch() {}
    }

    private final Simulation simulation = new Simulation(1);
    private final Clock loop = new Fabric(simulation, CostModel.defaults())
            .attach("sim0", "10.98.0.2")
            .newEventLoop();
    private final List<Long> seen = new ArrayList<>();

    private CompletionPump newPump(final int batch) {
        return new CompletionPump(
                new NoDispatch(), loop, new Completions(batch), (batched, i) -> seen.add(batched.wrId(i)));
    }

    @Test
    void shouldPollOnceMoreAfterArming() {
        final LateQueue queue = new LateQueue();
        newPump(2).onCompletionEvent(queue);
        assertTrue(queue.armed);
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L), seen);
        assertFalse(simulation.hasEvents());
    }

    private static LateQueue endless() {
        final LateQueue queue = new LateQueue();
        for (long i = 6; i <= 3 * CompletionPump.BUDGET; i++) {
            queue.completions.add(i);
        }
        return queue;
    }

    @Test
    void shouldGiveWayAfterABudgetAndContinueLater() {
        final LateQueue queue = endless();
        newPump(16).onCompletionEvent(queue);
        assertEquals(CompletionPump.BUDGET, seen.size());
        assertFalse(queue.armed);
        loop.newTimer(() -> seen.add(-1L)).arm(0);
        simulation.run();
        assertTrue(queue.armed);
        assertEquals(2 * CompletionPump.BUDGET, seen.indexOf(-1L), "the turn of another user");
        assertEquals(3 * CompletionPump.BUDGET + 2, seen.size());
    }

    @Test
    void shouldNotContinueWhenItsQueueIsClosed() {
        final CompletionPump pump = newPump(16);
        pump.onCompletionEvent(endless());
        pump.stop();
        simulation.run();
        assertEquals(CompletionPump.BUDGET, seen.size());
    }
}
