// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.dma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.host.RunningLoop;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.rnic.key.MemoryKey;
import org.rpcrdma.rnic.link.Packet;
import org.rpcrdma.rnic.link.PacketPool;
import org.rpcrdma.rnic.memory.HostMemory;
import org.rpcrdma.rnic.memory.NativeHeap;
import org.rpcrdma.rnic.memory.Pages;
import org.rpcrdma.rnic.port.CallFaults;
import org.rpcrdma.rnic.port.Numbering;
import org.rpcrdma.sim.cache.ContextMemory;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.sim.dma.SimulatedDma;
import org.rpcrdma.sim.host.HostProcessors;
import org.rpcrdma.sim.iommu.CountingPassthrough;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;

/** Tests transfers with keys that cover one page, on a host whose IOMMU is off. */
class DmaTransferTest {
    private static final long NOW = 1000;
    private static final long PAGES_PRESENT = 5000;
    private static final int SIZE = Pages.SIZE;

    private final CostModel costs = CostModel.defaults();
    private final Simulation simulation = new Simulation(1);
    private final HostMemory memory = new HostMemory(new NativeHeap(), new CallFaults());
    private final CountingPassthrough iommu = new CountingPassthrough(
            memory, () -> {}, new HostProcessors("sim0", simulation, costs, new RunningLoop()), new CallFaults());
    private final ContextMemory contexts = new ContextMemory(costs);
    private final KeyTable keys = new KeyTable(contexts, () -> {}, Numbering.IN_ORDER);
    private final DeviceDma dma = unit(costs, keys, contexts);
    private final MemoryBlock source = mapped(memory.allocate(SIZE, SIZE));
    private final MemoryBlock target = mapped(memory.allocate(SIZE, SIZE));
    private final PageKey writeKey = new PageKey(target.address());
    private final Packet packet = new Packet();

    private DeviceDma unit(final CostModel model, final KeyTable table, final ContextMemory cached) {
        return new DeviceDma(
                table,
                iommu,
                cached,
                memory,
                new SimulatedDma(simulation, model, iommu, cached),
                new LandingPool(simulation, new PacketPool()));
    }

    @AfterEach
    void free() {
        for (final MemoryBlock block : new MemoryBlock[] {source, target}) {
            iommu.unmap(block.address(), SIZE, DmaDirection.BIDIRECTIONAL);
            block.close();
        }
    }

    @Test
    void shouldLandAfterTheWriteLatencyAndAfterTheTransferBefore() {
        simulation.runUntil(NOW);
        final long first = dma.begin().landingTime(SIZE);
        final long second = dma.begin().landingTime(SIZE);
        final long occupancy = costs.nanos(CostParameter.DMA_OCCUPANCY);
        assertEquals(NOW + occupancy + costs.nanos(CostParameter.DMA_WRITE), first, 1);
        assertEquals(first + occupancy, second, 1);
    }

    @Test
    void shouldTimeAnAnswerAsATransferWithoutBytes() {
        simulation.runUntil(NOW);
        assertEquals(NOW + costs.nanos(CostParameter.DMA_WRITE), dma.emptyLandingTime(), 1);
    }

    @Test
    void shouldAddTheMissOfAKeysContextToTheLanding() {
        final CostModel cached = CostModel.preset("intel");
        final ContextMemory misses = new ContextMemory(cached);
        final KeyTable table = new KeyTable(misses, () -> {}, Numbering.IN_ORDER);
        assertEquals(writeKey.key(), table.takeKey());
        table.put(writeKey);
        final DeviceDma unit = unit(cached, table, misses);
        misses.begin(17);
        final long hit = unit.emptyLandingTime();
        send();
        packet.payload.add(source.address(), 8);
        final DmaTransfer transfer = unit.begin();
        assertTrue(transfer.scatter(packet, writeKey.key(), 0, 8));
        assertTrue(transfer.landingTime(0) > hit, "the key was read from host memory");
    }

    @Test
    void shouldLetTheProcessorCopyOnlyIfAddressesAreTheMemorys() {
        final PageKey inPlace = new PageKey(0);
        assertTrue(dma.isInPlace(inPlace.key(), target.address(), 64));
        inPlace.isAbsent = true;
        assertFalse(dma.isInPlace(inPlace.key(), target.address(), 64), "its pages are absent");
        assertFalse(dma.isInPlace(writeKey.key(), 0, 64), "its addresses begin with 0");
    }

    private void send() {
        packet.begin(Packet.SEND, null, null, 0, null, 0);
    }

    private MemoryBlock mapped(final MemoryBlock block) {
        iommu.map(block.address(), block.length(), DmaDirection.BIDIRECTIONAL);
        return block;
    }

    /** A key that grants all access rights to the page at an address. */
    private final class PageKey implements MemoryKey {
        private final int key = keys.takeKey();
        private final long page;
        private boolean isAbsent;

        PageKey(final long page) {
            this.page = page;
            keys.put(this);
        }

        @Override
        public int key() {
            return key;
        }

        @Override
        public boolean isValid() {
            return true;
        }

        @Override
        public boolean allows(final int user, final long address, final long length, final int rights) {
            return true;
        }

        @Override
        public long dmaAddress(final long address) {
            return page + address;
        }

        @Override
        public boolean isPresent(final long address, final long length, final boolean forWriting) {
            return !isAbsent;
        }

        @Override
        public long fault(final long address, final long length, final boolean forWriting) {
            return PAGES_PRESENT;
        }
    }
}
