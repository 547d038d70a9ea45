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

import org.rpcrdma.sim.Event;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;

/**
 * One processor of a simulated host: it runs handlers one after the other, and the costs of the verbs calls that a
 * handler makes move its own time on, ahead of the simulation's.
 *
 * <pre>
 * simulation    --- t ------------------------------- t' --->
 * processor         [ handler, charges add up ]  idle  [ handler
 *                   t                         freeAt
 * </pre>
 *
 * <p>What a handler posts takes effect at the processor's time. What it sees of the device (completions to poll) is
 * how things stood when the handler began: what happens meanwhile raises an event, or is there at the next poll. A
 * handler that becomes due while the processor is busy waits until it is free. What a handler throws passes to whoever
 * runs the simulation; the handlers behind it stay due.
 *
 * <p>Outside of any handler the calls are charged to the host's first processor: its time moves on, the simulation's
 * does not.
 */
final class Processor implements EventLoop {
    private final SimulatedDevice host;
    private final Simulation simulation;
    private final TaskQueue due = new TaskQueue();
    private final Event dispatch = new Dispatch();
    private long freeAt;
    private long handled;

    Processor(final SimulatedDevice host) {
        this.host = host;
        simulation = host.simulation();
    }

    @Override
    public long nanoTime() {
        return Math.max(simulation.nanoTime(), freeAt);
    }

    void charge(final long nanos) {
        freeAt = nanoTime() + nanos;
    }

    /** Runs a task as soon as the processor is free; does nothing where it waits already. */
    void ready(final Task task) {
        if (!task.isQueued) {
            due.add(task);
            scheduleDispatch();
        }
    }

    void remove(final Task task) {
        if (task.isQueued) {
            due.remove(task);
        }
    }

    SimulatedDevice host() {
        return host;
    }

    @Override
    public Timer newTimer(final Runnable task) {
        return new ProcessorTimer(this, simulation, task);
    }

    @Override
    public boolean runOnce(final long timeoutNanos) {
        if (timeoutNanos < 0) {
            throw new IllegalArgumentException("timeout must not be negative: timeoutNanos=" + timeoutNanos);
        }
        if (host.isInHandler()) {
            throw new IllegalStateException("runOnce is not for handlers: device=" + host.name());
        }
        final long before = handled;
        final long end = nanoTime() + Math.min(timeoutNanos, Long.MAX_VALUE - nanoTime());
        while (simulation.nextEventTime() <= end && simulation.step()) {
            if (handled != before) {
                return true;
            }
        }
        if (simulation.hasEvents()) {
            simulation.runUntil(end);
        }
        return false;
    }

    private void scheduleDispatch() {
        if (!dispatch.isScheduled() && !due.isEmpty()) {
            simulation.schedule(dispatch, nanoTime());
        }
    }

    private void runFirst() {
        handled++;
        final Processor outer = host.enter(this);
        try {
            due.removeFirst().run();
        } finally {
            host.leave(outer);
        }
    }

    private final class Dispatch extends Event {
        @Override
        protected void fire() {
            try {
                if (!due.isEmpty() && freeAt <= simulation.nanoTime()) {
                    runFirst();
                }
            } finally {
                scheduleDispatch();
            }
        }
    }
}
