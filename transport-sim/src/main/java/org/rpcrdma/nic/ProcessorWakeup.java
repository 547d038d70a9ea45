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
            void run() {
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
