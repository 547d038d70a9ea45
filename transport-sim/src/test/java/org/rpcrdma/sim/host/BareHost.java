// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.host;

import org.rpcrdma.rnic.host.RunningLoop;
import org.rpcrdma.rnic.memory.NativeHeap;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;

/** A host with a processor and memory, but without a device. */
public final class BareHost {
    public final Simulation simulation;
    public final CostModel costs;
    public final HostProcessors processors;
    public final CallFaults faults = new CallFaults();
    public final SimulatedMemory memory;

    public BareHost(final CostModel costs) {
        this(new Simulation(1), costs, new NativeHeap());
    }

    BareHost(final Simulation simulation, final CostModel costs, final NativeHeap heap) {
        this.simulation = simulation;
        this.costs = costs;
        processors = new HostProcessors("sim0", simulation, costs, new RunningLoop());
        memory = new SimulatedMemory(heap, new AddressOnlyMemory(), MemoryMode.BACKED, costs, processors, faults);
    }

    /** Returns the clock of the processor that is charged for the current call. */
    public long now() {
        return processors.paying().nanoTime();
    }
}
