// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.host;

import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.VerbsException;

/** The processors of a simulated host; decides which of them pays for a verbs call. */
public final class HostProcessors {
    private final String device;
    private final Simulation simulation;
    private final RunningProcessor running;
    private final Processor first;
    private boolean isFirstTaken;

    /**
     * Makes a host with one processor.
     *
     * @param device     name of the host's device, for messages.
     * @param simulation clock of all hosts.
     * @param costs      gives the latency of events.
     * @param running    shared by all hosts of the simulation.
     */
    public HostProcessors(
            final String device, final Simulation simulation, final CostModel costs, final RunningProcessor running) {
        this.device = device;
        this.simulation = simulation;
        this.running = running;
        first = new Processor(device, simulation, costs.nanos(CostParameter.EVENT_LATENCY), running);
    }

    /** Returns the host's first processor at the first call, then a new one each. */
    public EventLoop newEventLoop() {
        if (isFirstTaken) {
            return newProcessor();
        }
        isFirstTaken = true;
        return first;
    }

    /** Adds a processor to the host. */
    public Processor newProcessor() {
        return new Processor(first);
    }

    /** Returns the processor that pays for a verbs call: the host's one whose handler runs, else the host's first. */
    public Processor paying() {
        final Processor now = running.get();
        return now != null && now.first() == first ? now : first;
    }

    /** Charges processor time to the processor that pays for the current call. */
    public void charge(final long nanos) {
        paying().charge(nanos);
    }

    /** Returns the time of the host's processor whose handler runs, else the simulation's. */
    public long eventTime() {
        final Processor now = running.get();
        return now != null && now.first() == first ? now.nanoTime() : simulation.nanoTime();
    }

    /**
     * Returns the processor behind one of the host's event loops.
     *
     * @throws VerbsException EINVAL if the loop is another host's.
     */
    public Processor own(final EventLoop loop) {
        if (!(loop instanceof Processor) || ((Processor) loop).first() != first) {
            throw new VerbsException(Errno.EINVAL, "event loop is not one of the device's: device=" + device);
        }
        return (Processor) loop;
    }
}
