// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.testkit.Refusals.assertMessage;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ExtendedProtectionDomain;

/** Tests the report of a device's open resources. */
class DeviceResourcesTest {
    private final Fabric fabric = new Fabric(new Simulation(1), CostModel.defaults());
    private final SimulatedDevice device = fabric.attach("sim0", "10.98.0.1");
    private final EventLoop loop = device.newEventLoop();

    @Test
    void shouldCountEveryKindOfObjectUntilItIsClosed() throws Exception {
        final ExtendedProtectionDomain domain = device.allocateProtectionDomain();
        final MemoryBlock block = device.memory().allocate(8192, 4096);
        assertEquals("protectionDomains=1 memoryBlocks=1 memoryBytes=8192", open());

        final CompletionQueue queue = device.createCompletionQueue(16, loop, ready -> {});
        final QueuePair queuePair = domain.createQueuePair(new QueuePairAttributes(queue, queue, 1, 1, 1));
        final AutoCloseable listener = device.connections().listen(1, loop, request -> {});
        assertEquals(
                "protectionDomains=1 completionQueues=1 queuePairs=1 listeners=1 memoryBlocks=1 memoryBytes=8192",
                open());
        listener.close();
        queuePair.close();
        queue.close();

        final FastRegisterRegion fast = domain.allocateFastRegisterRegion(4);
        final ExtendedMemoryRegion region = domain.registerMemory(block.address(), 4096, block.address(), LOCAL_WRITE);
        final long iova = device.dma().map(block.address(), 4096, DmaDirection.FROM_DEVICE);
        assertEquals(
                "protectionDomains=1 memoryRegions=1 fastRegisterRegions=1 dmaMappings=1 memoryBlocks=1"
                        + " memoryBytes=8192",
                open());
        region.reregister(ExtendedMemoryRegion.CHANGE_TRANSLATION, domain, block.address(), 8192, 0);
        region.close();
        assertEquals("protectionDomains=1 fastRegisterRegions=1 dmaMappings=1 memoryBlocks=1 memoryBytes=8192", open());

        fast.close();
        device.dma().unmap(iova, 4096, DmaDirection.FROM_DEVICE);
        block.close();
        domain.close();
        assertEquals("", open());
        assertTrue(device.resources().isEmpty());
    }

    @Test
    void shouldBeReportedByADeviceThatCannotBeClosed() {
        final ExtendedProtectionDomain domain = device.allocateProtectionDomain();
        assertMessage("EBUSY: device is in use: name=sim0 protectionDomains=1", device::close);

        domain.close();
        assertEquals(List.of(device), fabric.devices());
        device.close();
        assertEquals(List.of(), fabric.devices());
    }

    private String open() {
        assertEquals(device.resources().toString().isEmpty(), device.resources().isEmpty());
        return device.resources().toString();
    }

    @Test
    void shouldReportTheMemoryBlocksLeftWhenTheDeviceIsClosed() {
        final MemoryBlock block = device.memory().allocate(1, 1);
        assertMessage("EBUSY: device is in use: name=sim0 memoryBlocks=1 memoryBytes=1", device::close);
        block.close();
        device.close();
        assertErrno(Errno.EINVAL, device::close);
    }
}
