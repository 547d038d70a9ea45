// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import org.rpcrdma.rnic.host.HostLoop;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * One processor of a simulated host, which runs handlers one after another. The costs of a handler's verbs calls move
 * the processor's clock ahead of the simulation's clock.
 *
 * <pre>
 * simulation    --- t ------------------------------- t' --->
 * processor         [ handler, charges add up ]  idle  [ handler
 *                   t                         freeAt
 * </pre>
 *
 * <p>Requests that a handler posts take effect at the processor's time. A handler can poll only the completions that
 * existed when it began. Later completions raise an event or are returned by a later poll. If a handler becomes due
 * while the processor is busy, the handler waits. Inside a handler, only {@link #await} lets the simulation continue:
 * it processes events, except for this processor's handlers, until the completion exists. If two processors wait
 * simultaneously, their waits return in reverse order, so the first wait ends no earlier than the second. If a handler
 * throws an exception, the exception propagates to the caller that runs the timeline, and later handlers stay due.
 *
 * <p>Calls outside a handler are charged to the host's first processor. They advance its clock but not the simulation's
 * clock.
 */
public final class Processor extends HostLoop {
    private final int number;
    private final CostModel costs;
    private final long eventLatency;
    private final ProcessorAccounts accounts = new ProcessorAccounts();
    private long freeAt;

    /**
     * Creates a processor of a host.
     *
     * @param host   the processor's host.
     * @param number the processor's number on its host.
     * @param costs  the costs of the processor's work, and the latency of events.
     */
    Processor(final HostProcessors host, final int number, final CostModel costs) {
        super(host);
        this.number = number;
        this.costs = costs;
        eventLatency = costs.nanos(CostParameter.EVENT_LATENCY);
    }

    @Override
    public long nanoTime() {
        return Math.max(timeline().nanoTime(), freeAt);
    }

    @Override
    public boolean isVirtual() {
        return true;
    }

    /**
     * Returns the processor's number on its host. Processors are numbered from 0 in the order of their creation. A
     * {@link HostProcessors#newWorker worker} has the first processor's number.
     */
    public int number() {
        return number;
    }

    /** Charges CPU time, in ns, for the given kind of work. */
    public void charge(final ProcessorWork work, final long nanos) {
        freeAt = nanoTime() + nanos;
        accounts.add(work, nanos);
    }

    /**
     * Charges {@code times} executions of a parameter. A wait for the firmware or for a peer advances the clock but
     * does not count as CPU time.
     */
    public void charge(final ProcessorWork work, final CostParameter cost, final long times) {
        if (times == 0) {
            return; // frequent: a single-page mapping has no further pages
        }
        accounts.execute(work, cost, times);
        final long nanos = Math.round(costs.get(cost) * times);
        if (cost.isSleep()) {
            freeAt = nanoTime() + nanos;
        } else {
            charge(work, nanos);
        }
    }

    /** Returns the CPU time that the processor has spent, by kind of work. */
    ProcessorAccounts accounts() {
        return accounts;
    }

    @Override
    protected boolean isFree() {
        return freeAt <= timeline().nanoTime();
    }

    @Override
    protected void awoken() {
        freeAt = Math.max(nanoTime(), timeline().nanoTime() + eventLatency);
    }

    @Override
    protected void timedOut(final long time) {
        freeAt = timeline().hasEvents() ? Math.max(nanoTime(), time) : freeAt;
    }

    @Override
    protected void idle(final long time) {
        if (timeline().hasEvents()) {
            timeline().runUntil(time);
        }
    }
}
