// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

import java.util.concurrent.atomic.AtomicBoolean;
import org.rpcrdma.sim.Event;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.Wakeup;

/** Brings what other threads have done to a {@link Processor}: as an event of the simulation, and then as its task. */
final class ProcessorWakeup implements Wakeup {
    private final Simulation simulation;
    private final Event arrival;

    /** From the first wake to the task's begin; the event is the waker's to inject only where it was not. */
    private final AtomicBoolean isOnItsWay = new AtomicBoolean();

    ProcessorWakeup(final Processor processor, final Simulation simulation, final Runnable body) {
        this.simulation = simulation;
        final Task task = new Task() {
            @Override
            public void run() {
                isOnItsWay.set(false);
                body.run();
            }
        };
        arrival = new Event() {
            @Override
            protected void fire() {
                processor.ready(task);
            }
        };
    }

    @Override
    public void wake() {
        if (isOnItsWay.compareAndSet(false, true)) {
            simulation.inject(arrival);
        }
    }
}
