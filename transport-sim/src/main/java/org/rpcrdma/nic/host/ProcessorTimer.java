// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

import org.rpcrdma.sim.Event;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.Timer;

/** A timer whose task runs on a {@link Processor}. */
final class ProcessorTimer extends Event implements Timer {
    private final Processor processor;
    private final Simulation simulation;
    private final Task task;

    ProcessorTimer(final Processor processor, final Simulation simulation, final Runnable body) {
        this.processor = processor;
        this.simulation = simulation;
        task = Task.of(body);
    }

    @Override
    protected void fire() {
        processor.ready(task);
    }

    @Override
    public void arm(final long delayNanos) {
        if (delayNanos < 0) {
            throw new IllegalArgumentException("delay must not be negative: delayNanos=" + delayNanos);
        }
        cancel();
        final long now = processor.nanoTime();
        simulation.schedule(this, now + Math.min(delayNanos, Long.MAX_VALUE - now));
    }

    @Override
    public boolean cancel() {
        final boolean wasArmed = isArmed();
        simulation.cancel(this);
        processor.remove(task);
        return wasArmed;
    }

    @Override
    public boolean isArmed() {
        return isScheduled() || task.isQueued;
    }
}
