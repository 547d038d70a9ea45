// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.Errno.EBUSY;
import static org.rpcrdma.verbs.Errno.EINVAL;
import static org.rpcrdma.verbs.MemoryRegion.WHOLE_ADDRESS_SPACE;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_ACCESS;
import static org.rpcrdma.verbs.extended.ExtendedMemoryRegion.CHANGE_TRANSLATION;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.network.Port;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.extended.ExtendedMemoryRegion;
import org.rpcrdma.verbs.extended.ReregisterException;

class OnDemandTest extends PairTest {
    private static final int PAGE = 4096;
    private static final int LENGTH = 4 * PAGE;
    private static final int ACCESS = Access.LOCAL_WRITE | Access.REMOTE | Access.ON_DEMAND;

    private final MemoryBlock memory = server.device.memory().allocate(LENGTH, PAGE);
    private final ExtendedMemoryRegion region = register(memory, ACCESS);
    private final GuardedBuffer source = new GuardedBuffer(client.device, LENGTH).fill(1);

    private ExtendedMemoryRegion register(final MemoryBlock block, final int access) {
        return server.domain.registerMemory(block.address(), block.length(), block.address(), access);
    }

    private void write(final long address, final int length) {
        client.post(
                sends -> sends.rdmaWrite(1, SendRequests.SIGNALED, address, region.rkey()),
                source.iova,
                length,
                GuardedBuffer.LKEY);
        pair.simulation.run();
    }

    @Test
    void shouldTakeNoDmaMappingBeforeAPageIsNeeded() {
        assertEquals(0, Inside.of(server.device, Iommu.class).liveMappings());
        write(memory.address() + PAGE - 10, 20);
        client.expect("1:SUCCESS");
        assertEquals(2, Inside.of(server.device, Iommu.class).liveMappings());
        assertEquals(0, server.device.resources().dmaMappings());
        assertEquals(1, server.device.resources().memoryRegions());
        assertEquals(2, region.onDemandStatistics().pageFaults());
        assertEquals(1, region.onDemandStatistics().pageFaultsHandled());
    }

    @Test
    void shouldNotRetransmitWithoutRnrRetries() {
        final ConnectedPair impatient = new ConnectedPair(CostModel.defaults(), ConnectedPair.parameters(0));
        final MemoryBlock block = impatient.server.device.memory().allocate(PAGE, PAGE);
        final ExtendedMemoryRegion target =
                impatient.server.domain.registerMemory(block.address(), PAGE, block.address(), ACCESS);
        final GuardedBuffer from = new GuardedBuffer(impatient.client.device, PAGE);
        impatient.client.post(
                sends -> sends.rdmaWrite(1, SendRequests.SIGNALED, block.address(), target.rkey()),
                from.iova,
                PAGE,
                GuardedBuffer.LKEY);
        impatient.client.runAndExpect("1:RNR_RETRY_EXC_ERR");
    }

    @Test
    void shouldReadAsZeroAfterPagesWereReclaimed() {
        write(memory.address(), LENGTH);
        memory.discard(PAGE + 5, PAGE);
        assertEquals(2, Inside.of(server.device, Iommu.class).liveMappings());
        for (int i = 0; i < LENGTH; i++) {
            assertEquals(i >= PAGE && i < 3 * PAGE, memory.buffer().get(i) == 0, "byte " + i);
        }
        assertEquals(2, region.onDemandStatistics().pageInvalidations());
    }

    @Test
    void shouldSendTheOldContentsIfPagesAreReclaimedDuringTheTransfer() {
        write(memory.address(), PAGE);
        client.completions();
        final GuardedBuffer received = new GuardedBuffer(client.device, PAGE);
        client.postReceive(7, received.iova, PAGE, GuardedBuffer.LKEY);
        server.post(sends -> sends.send(2, SendRequests.SIGNALED), memory.address(), PAGE, region.lkey());
        final long sent = Inside.of(server.device, Port.class).lastArrival();
        while (Inside.of(server.device, Port.class).lastArrival() == sent) {
            pair.simulation.step();
        }
        memory.discard(0, PAGE);
        client.runAndExpect("7:SUCCESS");
        received.assertHolds(1, 0, 0, PAGE);
    }

    @Test
    void shouldFailIfTheMemoryWasFreed() {
        write(memory.address(), 10);
        client.expect("1:SUCCESS");
        memory.close();
        write(memory.address(), 10);
        client.expect("1:REM_OP_ERR");
        assertEquals(0, Inside.of(server.device, Iommu.class).liveMappings());
    }

    @Test
    void shouldNotReclaimPinnedPages() {
        final long iova = server.device.dma().map(memory.address(), PAGE, DmaDirection.TO_DEVICE);
        assertErrno(EBUSY, () -> memory.discard(0, PAGE));
        assertErrno(EBUSY, memory::close);
        server.device.dma().unmap(iova, PAGE, DmaDirection.TO_DEVICE);
        memory.discard(0, PAGE);
        assertErrno(EINVAL, () -> memory.discard(-1, PAGE));
        assertErrno(EINVAL, () -> memory.discard(1, LENGTH));
        assertErrno(EINVAL, () -> memory.discard(0, -1));
    }

    @Test
    void shouldShareAPageOfTwoBlocks() {
        final MemoryBlock first = server.device.memory().allocate(1000, 8);
        final MemoryBlock second = server.device.memory().allocate(1000, 8);
        final ExtendedMemoryRegion all = server.domain.registerMemory(0, WHOLE_ADDRESS_SPACE, 0, ACCESS);
        for (int round = 0; round < 3; round++) {
            for (final MemoryBlock block : List.of(first, second)) {
                client.post(
                        sends -> sends.rdmaWrite(1, SendRequests.SIGNALED, block.address(), all.rkey()),
                        source.iova,
                        1000,
                        GuardedBuffer.LKEY);
                client.runAndExpect("1:SUCCESS");
            }
        }
        first.discard(0, 1000);
        assertEquals(0, first.buffer().get(500));
        assertTrue(second.buffer().get(500) != 0);
    }

    @Test
    void shouldRefuseInvalidOnDemandRegions() {
        assertErrno(EINVAL, () -> register(memory, Access.ON_DEMAND | Access.REMOTE_WRITE));
        assertErrno(EINVAL, () -> register(memory, ACCESS | Access.HUGETLB));
        assertErrno(EINVAL, () -> server.domain.registerMemory(PAGE, WHOLE_ADDRESS_SPACE, 0, ACCESS));
        assertErrno(EINVAL, () -> server.domain.registerMemory(0, WHOLE_ADDRESS_SPACE, 0, ACCESS | Access.HUGETLB));
    }

    @Test
    void shouldFaultAgainForWritingAfterItsRightsChanged() {
        region.reregister(CHANGE_ACCESS, null, 0, 0, Access.ON_DEMAND | Access.REMOTE_READ);
        write(memory.address(), 10);
        client.expect("1:REM_ACCESS_ERR");
        assertThrows(ReregisterException.class, () -> region.reregister(CHANGE_ACCESS, null, 0, 0, Access.LOCAL_WRITE));
        assertThrows(
                ReregisterException.class,
                () -> region.reregister(CHANGE_TRANSLATION, null, memory.address(), PAGE, 0));
    }

    @Test
    void shouldReleaseEverything() {
        write(memory.address(), LENGTH);
        region.close();
        assertErrno(EINVAL, region::close);
        assertEquals(0, Inside.of(server.device, Iommu.class).liveMappings());
        assertEquals(0, server.device.resources().memoryRegions());
        memory.close();
    }
}
