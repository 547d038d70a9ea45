// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.queue;

import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.nic.host.Processor;
import org.rpcrdma.nic.host.Task;
import org.rpcrdma.sim.Event;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.CompletionStatus;

/**
 * The events of a completion queue: one per arming, which reaches the handler's processor after an interrupt's latency.
 */
final class CompletionEvents {
    private static final int NOTHING = 0;
    private static final int SOLICITED_ONLY = 1;
    private static final int EVERYTHING = 2;

    private final Simulation simulation;
    private final Processor processor;
    private final Task call;
    private final long latency;
    private final Event interrupt = new Interrupt();
    private int armedFor = NOTHING;

    /**
     * Makes the events of a queue that is not armed.
     *
     * @param processor runs the handler.
     * @param call      calls the handler.
     */
    CompletionEvents(final Simulation simulation, final CostModel costs, final Processor processor, final Task call) {
        this.simulation = simulation;
        this.processor = processor;
        this.call = call;
        latency = costs.nanos(CostParameter.EVENT_LATENCY);
    }

    void arm() {
        armedFor = EVERYTHING;
    }

    /** Asks for an event at a solicited or failed completion; a queue armed for every completion stays so. */
    void armSolicited() {
        armedFor = Math.max(armedFor, SOLICITED_ONLY);
    }

    /** Raises an event if the queue is armed for a completion. */
    void completed(final CompletionEntry entry) {
        if (armedFor != NOTHING
                && (armedFor == EVERYTHING
                        || entry.status != CompletionStatus.SUCCESS
                        || (entry.flags & CompletionEntry.SOLICITED) != 0)) {
            armedFor = NOTHING;
            raise();
        }
    }

    /** Raises an event, armed or not. */
    void raise() {
        if (!interrupt.isScheduled()) {
            simulation.schedule(interrupt, simulation.nanoTime() + latency);
        }
    }

    /** Drops an event on its way: the queue closes. */
    void close() {
        simulation.cancel(interrupt);
        processor.remove(call);
    }

    private final class Interrupt extends Event {
        @Override
        protected void fire() {
            processor.ready(call);
        }
    }
}
