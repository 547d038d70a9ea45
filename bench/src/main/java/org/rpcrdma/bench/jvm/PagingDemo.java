// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import java.io.Closeable;
import java.util.ArrayDeque;
import java.util.Deque;
import org.agrona.CloseHelper;
import org.rpcrdma.rnic.MemoryRegionStatistics;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.Advice;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/**
 * Runs a deterministic workload with on-demand paging. Each of the two simulated devices has an explicit and an
 * implicit on-demand region. One device repeatedly sends its memory to the other while the host reclaims pages and
 * gives the device advice about its memory.
 */
public final class PagingDemo implements Closeable {
    private static final int PAGE_SIZE = 4096;
    private static final int ROUNDS = 10;
    private static final int ADVICE_EVERY = 3;
    private static final int ACCESS = Access.LOCAL_WRITE | Access.ON_DEMAND;

    private final Simulation simulation = new Simulation(1);
    private final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    private final Deque<AutoCloseable> open = new ArrayDeque<>();

    private PagingDemo() {
        work(fabric.attach("sim0", "10.98.0.1"), 64);
        work(fabric.attach("sim1", "10.98.0.2"), 16);
    }

    /** Runs the workload. */
    public static PagingDemo run() {
        return new PagingDemo();
    }

    private void work(final SimulatedDevice device, final int pages) {
        own(device);
        final int length = pages * PAGE_SIZE;
        final ExtendedProtectionDomain domain = own(device.allocateProtectionDomain());
        final MemoryBlock source = own(device.memory().allocate(length, PAGE_SIZE));
        final MemoryBlock target = own(device.memory().allocate(length, PAGE_SIZE));
        final MemoryRegion explicit = own(domain.registerMemory(source.address(), length, source.address(), ACCESS));
        final MemoryRegion implicit = own(domain.registerMemory(0, MemoryRegion.WHOLE_ADDRESS_SPACE, 0, ACCESS));
        final QueuePair queuePair = selfConnected(device, domain);
        final SendRequests sends = device.newSendRequests(1, 1);
        final ReceiveRequests receives = device.newReceiveRequests(1);
        for (int round = 0; round < ROUNDS; round++) {
            source.discard(0, (long) simulation.random().nextInt(pages) * PAGE_SIZE);
            if (round % ADVICE_EVERY == 0) {
                advise(domain, explicit, length);
            }
            receives.clear();
            receives.receive(round, target.address(), length, implicit.lkey());
            queuePair.postReceive(receives);
            sends.clear();
            sends.send(round, 0);
            sends.sge(explicit.iova(), length, explicit.lkey());
            queuePair.postSend(sends);
            simulation.run();
        }
        own(MemoryRegionStatistics.open(device));
    }

    private QueuePair selfConnected(final SimulatedDevice device, final ExtendedProtectionDomain domain) {
        final CompletionQueue queue = own(device.createCompletionQueue(ROUNDS, device.newEventLoop(), ready -> {}));
        final QueuePair queuePair =
                own(domain.createQueuePair(new QueuePairAttributes(queue, queue, 2 * ROUNDS, ROUNDS, 1)));
        queuePair.connectToItself();
        return queuePair;
    }

    private static void advise(final ExtendedProtectionDomain domain, final MemoryRegion region, final int length) {
        domain.advise(
                Advice.PREFETCH,
                Advice.FLUSH,
                new long[] {region.iova()},
                new int[] {length},
                new int[] {region.lkey()},
                1);
    }

    private <T extends AutoCloseable> T own(final T resource) {
        open.push(resource);
        return resource;
    }

    @Override
    public void close() {
        CloseHelper.closeAll(open);
    }
}
