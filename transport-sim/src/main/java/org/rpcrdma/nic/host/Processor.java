// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

import org.rpcrdma.nic.config.ProcessorWork;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.sim.Event;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;
import org.rpcrdma.verbs.Wakeup;

/**
 * One processor of a simulated host. It runs handlers one after the other. The verbs calls that a handler makes cost
 * time, which moves the processor's own clock ahead of the simulation's.
 *
 * <pre>
 * simulation    --- t ------------------------------- t' --->
 * processor         [ handler, charges add up ]  idle  [ handler
 *                   t                         freeAt
 * </pre>
 *
 * <p>Requests that a handler posts take effect at the processor's time. A handler polls the completions that were there
 * when it began; later ones raise an event or are there at the next poll. A handler that becomes due while the
 * processor is busy waits. Only {@link #await} lets the simulation go on inside a handler: everything but the
 * processor's own handlers happens until the completion is there. Two processors that await at once return in the
 * reverse order, the first no earlier than the second. An exception of a handler passes to the caller that runs the
 * simulation; the handlers behind it stay due.
 *
 * <p>Calls outside any handler are charged to the host's first processor: its clock moves, the simulation's
 * does not.
 */
public final class Processor implements EventLoop {
    private final String device;
    private final Simulation simulation;
    private final RunningProcessor running;
    private final Processor first;
    private final int number;
    private final CostModel costs;
    private final long eventLatency;
    private final ProcessorAccounts accounts = new ProcessorAccounts();
    private final TaskQueue due = new TaskQueue();
    private final Event dispatch = new Dispatch();
    private long freeAt;
    private long handled;

    /** True while a handler of the processor, or a caller outside any handler, awaits a completion. */
    private boolean isWaiting;

    /**
     * Makes the first processor of a host.
     *
     * @param device     name of the host's device, for messages.
     * @param simulation clock of all hosts.
     * @param costs      of its work, and the latency of events.
     * @param running    shared by all hosts of the simulation.
     */
    Processor(final String device, final Simulation simulation, final CostModel costs, final RunningProcessor running) {
        this.device = device;
        this.simulation = simulation;
        this.costs = costs;
        eventLatency = costs.nanos(CostParameter.EVENT_LATENCY);
        this.running = running;
        first = this;
        number = 0;
    }

    /**
     * Makes another processor of a host.
     *
     * @param first  the host's first processor.
     * @param number its number on the host.
     */
    Processor(final Processor first, final int number) {
        this.first = first;
        this.number = number;
        device = first.device;
        simulation = first.simulation;
        costs = first.costs;
        eventLatency = first.eventLatency;
        running = first.running;
    }

    @Override
    public long nanoTime() {
        return Math.max(simulation.nanoTime(), freeAt);
    }

    /**
     * Returns the processor's number on its host: 0 for the first, then 1 and so on, in the order of their making. A
     * {@link HostProcessors#newWorker worker} has the first processor's.
     */
    public int number() {
        return number;
    }

    /** Spends CPU time on a kind of work. */
    public void charge(final ProcessorWork work, final long nanos) {
        freeAt = nanoTime() + nanos;
        accounts.add(work, nanos);
    }

    /** Spends the time of a parameter a number of times; a wait for firmware or a peer is no CPU time. */
    public void charge(final ProcessorWork work, final CostParameter cost, final long times) {
        if (times == 0) {
            return; // often: the further pages of a mapping of one
        }
        accounts.execute(work, cost, times);
        final long nanos = Math.round(costs.get(cost) * times);
        if (cost.isSleep()) {
            freeAt = nanoTime() + nanos;
        } else {
            charge(work, nanos);
        }
    }

    /** Runs a task as soon as the processor is free; does nothing if the task is queued already. */
    public void ready(final Task task) {
        if (!task.isQueued) {
            due.add(task);
            scheduleDispatch();
        }
    }

    public void remove(final Task task) {
        if (task.isQueued) {
            due.remove(task);
        }
    }

    /** Returns the time that the processor has spent. */
    ProcessorAccounts accounts() {
        return accounts;
    }

    /** Returns the first processor of the same host. */
    Processor first() {
        return first;
    }

    @Override
    public Timer newTimer(final Runnable task) {
        return new ProcessorTimer(this, simulation, task);
    }

    @Override
    public Wakeup newWakeup(final Runnable task) {
        return new ProcessorWakeup(this, simulation, task);
    }

    @Override
    public boolean isVirtual() {
        return !simulation.isRealTime();
    }

    /** Returns true: neither packets nor time go on outside the loop. */
    @Override
    public boolean drivesDevice() {
        return true;
    }

    @Override
    public boolean runOnce(final long timeoutNanos) {
        final long end = timeAfter(timeoutNanos);
        if (running.get() != null) {
            throw new IllegalStateException("runOnce is not for handlers: device=" + device);
        }
        final long before = handled;
        boolean goesOn = true;
        while (goesOn) {
            goesOn = simulation.stepUntil(end);
            if (handled != before) {
                return true;
            }
        }
        if (simulation.hasEvents() && !simulation.isRealTime()) {
            simulation.runUntil(end);
        }
        return false;
    }

    @Override
    public boolean await(final CompletionQueue queue, final long timeoutNanos) {
        final long end = timeAfter(timeoutNanos);
        final EventSource awaited = (EventSource) queue;
        if (awaited.processor() != this || isWaiting || isOtherRunning()) {
            throw new IllegalStateException("a loop awaits its own queues, one at a time: device=" + device);
        }
        final Processor outer = running.set(null);
        isWaiting = true;
        try {
            return letHappen(awaited, end);
        } finally {
            isWaiting = false;
            running.set(outer);
            scheduleDispatch();
        }
    }

    private boolean isOtherRunning() {
        return running.get() != null && running.get() != this;
    }

    private boolean letHappen(final EventSource awaited, final long end) {
        if (awaited.hasEvent()) {
            return true;
        }
        while (!awaited.hasEvent() && simulation.stepUntil(end)) {
            continue;
        }
        if (awaited.hasEvent()) {
            freeAt = Math.max(nanoTime(), simulation.nanoTime() + eventLatency);
            return true;
        }
        freeAt = simulation.hasEvents() ? Math.max(nanoTime(), end) : freeAt;
        return false;
    }

    private long timeAfter(final long timeoutNanos) {
        if (timeoutNanos < 0) {
            throw new IllegalArgumentException("timeout must not be negative: timeoutNanos=" + timeoutNanos);
        }
        final long now = nanoTime();
        return now + Math.min(timeoutNanos, Long.MAX_VALUE - now);
    }

    private void scheduleDispatch() {
        if (!isWaiting && !dispatch.isScheduled() && !due.isEmpty()) {
            simulation.schedule(dispatch, nanoTime());
        }
    }

    private void runFirst() {
        handled++;
        final Processor outer = running.set(this);
        try {
            simulation.callOut(due.removeFirst());
        } finally {
            running.set(outer);
        }
    }

    private final class Dispatch extends Event {
        @Override
        protected void fire() {
            try {
                if (!isWaiting && !due.isEmpty() && freeAt <= simulation.nanoTime()) {
                    runFirst();
                }
            } finally {
                scheduleDispatch();
            }
        }
    }
}
