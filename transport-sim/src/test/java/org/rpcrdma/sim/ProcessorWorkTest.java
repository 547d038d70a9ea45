// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.sim.config.ProcessorWork.ALLOCATION;
import static org.rpcrdma.sim.config.ProcessorWork.COMPLETION;
import static org.rpcrdma.sim.config.ProcessorWork.CONNECTION;
import static org.rpcrdma.sim.config.ProcessorWork.INVALIDATION;
import static org.rpcrdma.sim.config.ProcessorWork.IOVA;
import static org.rpcrdma.sim.config.ProcessorWork.MAPPING;
import static org.rpcrdma.sim.config.ProcessorWork.POSTING;
import static org.rpcrdma.sim.config.ProcessorWork.REGISTRATION;
import static org.rpcrdma.sim.config.ProcessorWork.SERVICE;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;

import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.config.ProcessorStatistics;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/** Tests that the CPU time of each kind of call is reported completely, and under the correct kinds of work. */
class ProcessorWorkTest {
    private static final int SHARD = 64 << 10;
    private static final CostModel COSTS = CostModel.defaults()
            .with(CostParameter.COMPLETION, 100)
            .with(CostParameter.CREATE_CQ, 30_000)
            .with(CostParameter.FIRMWARE_CREATE_CQ, 0)
            .with(CostParameter.FIRMWARE_CREATE_QP, 0)
            .with(CostParameter.CREATE_MKEY, 0)
            .with(CostParameter.DESTROY_MKEY, 0)
            .with(CostParameter.CREATE_QP, 100_000);

    private final Simulation simulation = new Simulation(1);
    private final SimulatedDevice device = new Fabric(simulation, COSTS)
            .attach("sim0", "10.98.0.1", DeviceConfiguration.DEFAULT.withIommuMode(IommuMode.STRICT));
    private final EventLoop loop = device.newEventLoop();
    private final ProcessorStatistics spent = device.processorStatistics();

    @Test
    void shouldReportMemory() {
        final MemoryBlock[] block = new MemoryBlock[1];
        assertSpent(() -> block[0] = device.memory().allocate(SHARD, SHARD), ALLOCATION);
        final long[] iova = new long[1];
        assertSpent(
                () -> iova[0] = device.dma().map(block[0].address(), SHARD, DmaDirection.FROM_DEVICE), IOVA, MAPPING);
        final long before = spent.nanos(INVALIDATION);
        assertSpent(() -> device.dma().unmap(iova[0], SHARD, DmaDirection.FROM_DEVICE), IOVA, MAPPING, INVALIDATION);
        assertTrue(spent.nanos(INVALIDATION) > before, "strict");
    }

    @Test
    void shouldReportRegistrations() {
        final ProtectionDomain domain = device.allocateProtectionDomain();
        final MemoryBlock block = device.memory().allocate(SHARD, SHARD);
        final MemoryRegion[] region = new MemoryRegion[1];
        final Set<ProcessorWork> pinning = EnumSet.of(REGISTRATION, IOVA, MAPPING, INVALIDATION);
        final long before = spent.nanos(REGISTRATION);
        assertSpent(
                () -> region[0] = domain.registerMemory(block.address(), SHARD, block.address(), LOCAL_WRITE), pinning);
        assertTrue(spent.nanos(REGISTRATION) > before);
        assertSpent(() -> region[0].close(), pinning);
        final FastRegisterRegion[] fast = new FastRegisterRegion[1];
        assertWaits(() -> fast[0] = domain.allocateFastRegisterRegion(16));
        assertSpent(() -> fast[0].setPages(new long[] {block.address()}, new int[] {SHARD}, 1, 0), REGISTRATION);
        assertWaits(() -> fast[0].close());
    }

    /** F5: asserts that a call waits for the firmware, and that this wait does not count as CPU time. */
    private void assertWaits(final Runnable call) {
        final long begin = loop.nanoTime();
        final long before = spent(EnumSet.allOf(ProcessorWork.class));
        call.run();
        assertTrue(loop.nanoTime() > begin, "takes time");
        assertEquals(before, spent(EnumSet.allOf(ProcessorWork.class)));
    }

    @Test
    void shouldReportQueuesPostingAndCompletions() {
        final CompletionQueue[] queue = new CompletionQueue[1];
        assertSpent(() -> queue[0] = device.createCompletionQueue(4, loop, ready -> {}), CONNECTION);
        final ProtectionDomain domain = device.allocateProtectionDomain();
        final QueuePair[] queuePair = new QueuePair[1];
        assertSpent(
                () -> queuePair[0] = domain.createQueuePair(new QueuePairAttributes(queue[0], queue[0], 1, 1, 1)),
                CONNECTION);
        queuePair[0].connectToItself();
        final ReceiveRequests receives = device.newReceiveRequests(1);
        receives.receive(1, 0, 0, GuardedBuffer.LKEY);
        assertSpent(() -> queuePair[0].postReceive(receives), POSTING);
        final SendRequests sends = device.newSendRequests(1, 1);
        sends.send(2, SendRequests.SIGNALED);
        assertSpent(() -> queuePair[0].postSend(sends), POSTING);
        simulation.run();
        final Completions batch = new Completions(4);
        assertSpent(() -> queue[0].poll(batch), COMPLETION);
        assertEquals(2, batch.count());
    }

    @Test
    void shouldReportTheService() {
        assertSpent(() -> device.spend(1_234), SERVICE);
        assertEquals(1_234, spent.nanos(SERVICE));
    }

    @Test
    void shouldCountTheProcessorsThatHaveLoops() {
        assertEquals(1, spent.processors());
        device.newEventLoop();
        device.newEventLoop();
        assertEquals(3, spent.processors());
    }

    private void assertSpent(final Runnable call, final ProcessorWork... works) {
        assertSpent(call, Set.of(works));
    }

    /** Asserts that a call takes CPU time, and that all of this time is reported under the given kinds of work. */
    private void assertSpent(final Runnable call, final Set<ProcessorWork> works) {
        final long begin = loop.nanoTime();
        final long before = spent(works);
        final long others = spent(EnumSet.complementOf(EnumSet.copyOf(works)));
        call.run();
        assertTrue(loop.nanoTime() > begin, "takes time");
        assertEquals(loop.nanoTime() - begin, spent(works) - before, works::toString);
        assertEquals(others, spent(EnumSet.complementOf(EnumSet.copyOf(works))));
    }

    private long spent(final Set<ProcessorWork> works) {
        return works.stream().mapToLong(spent::nanos).sum();
    }
}
