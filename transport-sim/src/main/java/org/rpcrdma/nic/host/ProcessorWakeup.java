// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

import java.util.concurrent.atomic.AtomicBoolean;
import org.rpcrdma.sim.Event;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.Wakeup;

/** Wakes a {@link Processor} from other threads: injects an event into the simulation, which makes a task ready. */
final class ProcessorWakeup implements Wakeup {
    private final Simulation simulation;
    private final Event arrival;

    /** True from the first wake to the task's begin: only the waker that sets it injects the event. */
    private final AtomicBoolean isOnItsWay = new AtomicBoolean();

    ProcessorWakeup(final Processor processor, final Simulation simulation, final Runnable body) {
        this.simulation = simulation;
        final Task task = Task.of(() -> {
            isOnItsWay.set(false);
            body.run();
        });
        arrival = Event.of(() -> processor.ready(task));
    }

    @Override
    public void wake() {
        if (isOnItsWay.compareAndSet(false, true)) {
            simulation.inject(arrival);
        }
    }
}
