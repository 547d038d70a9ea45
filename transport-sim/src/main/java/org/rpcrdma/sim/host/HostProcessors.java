// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.rpcrdma.rnic.host.HostLoop;
import org.rpcrdma.rnic.host.HostLoops;
import org.rpcrdma.rnic.host.RunningLoop;
import org.rpcrdma.sim.config.HostResource;
import org.rpcrdma.sim.config.ProcessorStatistics;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.EventLoop;

/** The processors of a simulated host. Determines which processor is charged for a verbs call. */
public final class HostProcessors extends HostLoops implements ProcessorStatistics {
    private final String device;
    private final Simulation simulation;
    private final CostModel costs;
    private final Processor first;
    /** All processors that can be charged, including workers. */
    private final List<Processor> payers = new ArrayList<>(2);

    private int processors = 1;
    private boolean isFirstTaken;

    /**
     * Creates a host's processors. Initially there is one.
     *
     * @param device     the name of the host's device, used in messages.
     * @param simulation the clock of all hosts.
     * @param costs      the latency of events and the costs of calls.
     * @param running    the running loop, shared by all hosts of the simulation.
     */
    public HostProcessors(
            final String device, final Simulation simulation, final CostModel costs, final RunningLoop running) {
        super(device, simulation, running);
        this.device = device;
        this.simulation = simulation;
        this.costs = costs;
        first = newPayer(0);
    }

    /**
     * Returns an event loop. The first call returns the host's first processor, and each further call creates a
     * processor.
     */
    @Override
    public EventLoop newEventLoop() {
        if (isFirstTaken) {
            return newProcessor();
        }
        isFirstTaken = true;
        return first;
    }

    /** Adds a processor to the host. */
    public Processor newProcessor() {
        return newPayer(processors++);
    }

    /** Creates a kernel worker. A worker runs in parallel with the processors but is not one of them. */
    @Override
    public Processor newWorker() {
        return newPayer(first.number());
    }

    private Processor newPayer(final int number) {
        final Processor made = new Processor(this, number, costs);
        payers.add(made);
        return made;
    }

    /**
     * Returns the processor that is charged for a verbs call. This is the processor whose handler is running or,
     * outside a handler, the host's first processor.
     */
    public Processor paying() {
        final HostLoop now = running();
        return now == null ? first : (Processor) now;
    }

    @Override
    public long callerTime() {
        return paying().nanoTime();
    }

    @Override
    public long postTime() {
        return callerTime();
    }

    /** Charges CPU time, in ns, for the given kind of work to the paying processor. */
    public void charge(final ProcessorWork work, final long nanos) {
        paying().charge(work, nanos);
    }

    /** Charges {@code times} executions of a parameter to the paying processor. */
    public void charge(final ProcessorWork work, final CostParameter cost, final long times) {
        paying().charge(work, cost, times);
    }

    /** Counts executions of a parameter. The caller charges their time separately. */
    public void execute(final ProcessorWork work, final CostParameter cost, final long times) {
        paying().accounts().execute(work, cost, times);
    }

    /** Returns the simulation's time. No processor's clock shows an earlier time. */
    long simulationTime() {
        return simulation.nanoTime();
    }

    /** Creates a random generator for the given part of this host. */
    SeededRandom randomOf(final String part) {
        return simulation.randomOf(part + " of " + device);
    }

    /** Returns the statistics of the processor that is charged for the current call. */
    public ProcessorStatistics payingStatistics() {
        return paying().accounts();
    }

    @Override
    public long nanos(final ProcessorWork work) {
        return sum(accounts -> accounts.nanos(work));
    }

    @Override
    public long waitNanos(final HostResource resource) {
        return sum(accounts -> accounts.waitNanos(resource));
    }

    @Override
    public void addConnecting(final long[] counts) {
        payers.forEach(payer -> payer.accounts().addConnecting(counts));
    }

    @Override
    public void addOther(final long[] counts) {
        payers.forEach(payer -> payer.accounts().addOther(counts));
    }

    @Override
    public long heldNanos(final HostResource resource) {
        return sum(accounts -> accounts.heldNanos(resource));
    }

    private long sum(final ToLongFunction<ProcessorAccounts> figure) {
        long sum = 0;
        for (final Processor payer : payers) {
            sum += figure.applyAsLong(payer.accounts());
        }
        return sum;
    }

    @Override
    public int processors() {
        return processors;
    }
}
