// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.sim.config.MemoryMode.ADDRESS_ONLY;
import static org.rpcrdma.sim.config.MemoryMode.BACKED;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.Access.LOCAL_WRITE;
import static org.rpcrdma.verbs.Access.ON_DEMAND;
import static org.rpcrdma.verbs.Access.REMOTE_ATOMIC;
import static org.rpcrdma.verbs.Access.REMOTE_READ;
import static org.rpcrdma.verbs.Access.REMOTE_WRITE;
import static org.rpcrdma.verbs.DmaDirection.FROM_DEVICE;
import static org.rpcrdma.verbs.DmaDirection.TO_DEVICE;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.rnic.key.KeyTable;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

/** Tests that address-only memory behaves like memory with bytes, except that it stores no bytes. */
class AddressOnlyTest extends PairTest {
    private static final int LKEY = KeyTable.LOCAL_DMA_LKEY;
    private static final int SIZE = 3 * 4096;
    private static final int RIGHTS = LOCAL_WRITE | REMOTE_WRITE | REMOTE_READ | REMOTE_ATOMIC;

    @Test
    void shouldTakeNoMemory() {
        final List<MemoryBlock> blocks = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            final MemoryBlock block = server.simulated().memory(ADDRESS_ONLY).allocate(1 << 24, 1 << 21);
            assertEquals(0, block.address() & (1 << 21) - 1);
            assertThrows(UnsupportedOperationException.class, block::buffer);
            blocks.add(block);
        }
        final long first = blocks.get(0).address();
        for (int i = 1; i < blocks.size(); i++) {
            assertEquals(0, Math.max(0, (1L << 24) - Math.abs(blocks.get(i).address() - first)), "they overlap");
        }
        assertEquals(1000L << 24, server.device.resources().memoryBytes());
        blocks.forEach(MemoryBlock::close);
        final MemoryBlock again = server.simulated().memory(ADDRESS_ONLY).allocate(1 << 24, 1 << 21);
        assertEquals(blocks.get(999).address(), again.address(), "addresses are used again");
        assertThrows(
                VerbsException.class,
                () -> server.simulated().memory(ADDRESS_ONLY).allocate(0, 1));
        again.close();
    }

    @Test
    void shouldUseTheConfiguredMemoryMode() {
        final SimulatedDevice device = new Fabric(new Simulation(1), CostModel.defaults())
                .attach("sim0", "10.98.0.1", DeviceConfiguration.DEFAULT.withMemoryMode(ADDRESS_ONLY));
        final MemoryBlock only = device.memory().allocate(100, 1);
        final MemoryBlock backed = device.memory(BACKED).allocate(100, 1);
        assertThrows(UnsupportedOperationException.class, only::buffer);
        assertEquals(100, backed.buffer().capacity());
        only.close();
        backed.close();
        device.close();
    }

    @ParameterizedTest
    @EnumSource(MemoryMode.class)
    void shouldReportEverythingWithoutStoringBytes(final MemoryMode mode) {
        final GuardedBuffer source = new GuardedBuffer(client.device, SIZE).fill(1);
        final MemoryBlock target = server.simulated().memory(mode).allocate(SIZE, 4096);
        final long iova = server.device.dma().map(target.address(), SIZE, FROM_DEVICE);
        server.postReceive(2, iova, SIZE, LKEY);
        client.post(sends -> sends.send(1, SIGNALED), source.iova, SIZE, LKEY);
        client.runAndExpect("1:SUCCESS");
        server.expect("2:SUCCESS");
        assertEquals(SIZE, server.batch.byteLength(0));
        assertEquals(3, server.simulated().iommuStatistics().receiveMisses());
        assertEquals(sentAt(), pair.simulation.nanoTime(), "the time that it takes with bytes");
        server.postReceive(3, iova + 1, SIZE, LKEY);
        client.postSends();
        pair.simulation.run();
        assertEquals(List.of("3:LOC_PROT_ERR"), server.completions(), "the mapping's end");
        assertErrno(Errno.EBUSY, target::close);
        server.device.dma().unmap(iova, SIZE, FROM_DEVICE);
        target.close();
    }

    /** Returns the time at which the same SEND completes when its buffers have bytes. */
    private static long sentAt() {
        final ConnectedPair other = new ConnectedPair();
        final GuardedBuffer from = new GuardedBuffer(other.client.device, SIZE);
        final MemoryBlock target = other.server.device.memory().allocate(SIZE, 4096);
        final long iova = other.server.device.dma().map(target.address(), SIZE, FROM_DEVICE);
        other.server.postReceive(2, iova, SIZE, LKEY);
        other.client.post(sends -> sends.send(1, SIGNALED), from.iova, SIZE, LKEY);
        other.simulation.run();
        return other.simulation.nanoTime();
    }

    @Test
    void shouldReadAsZero() {
        final GuardedBuffer here = new GuardedBuffer(client.device, SIZE).fill(1);
        final MemoryBlock there = server.simulated().memory(ADDRESS_ONLY).allocate(SIZE, 4096);
        final MemoryRegion region = server.domain.registerMemory(there.address(), SIZE, there.address(), RIGHTS);
        SendRequests sends = client.sends();
        sends.rdmaWrite(1, SIGNALED, region.iova(), region.rkey());
        sends.sge(here.iova, SIZE, LKEY);
        sends.rdmaRead(2, SIGNALED, region.iova() + 5, region.rkey());
        sends.sge(here.iova + 100, SIZE - 200, LKEY);
        client.postAndExpect("1:SUCCESS", "2:SUCCESS");
        final ByteBuffer bytes = here.block().buffer();
        for (int i = 0; i < SIZE; i++) {
            assertEquals(i >= 100 && i < SIZE - 100, bytes.get(GuardedBuffer.GUARD + i) == 0, "byte " + i);
        }
        here.assertGuards();
        sends = client.sends();
        sends.fetchAndAdd(3, SIGNALED, region.iova() + 8, region.rkey(), 7);
        sends.sge(here.iova, 8, LKEY);
        sends.fetchAndAdd(4, SIGNALED, region.iova() + 8, region.rkey(), 7);
        sends.sge(here.iova + 8, 8, LKEY);
        client.postAndExpect("3:SUCCESS", "4:SUCCESS");
        assertEquals(0, bytes.getLong(GuardedBuffer.GUARD) | bytes.getLong(GuardedBuffer.GUARD + 8));
        region.close();
        there.close();
    }

    @Test
    void shouldSendInlineAndDetachedPayloadWithoutBytes() {
        final MemoryBlock nowhere = client.simulated().memory(ADDRESS_ONLY).allocate(SIZE, 4096);
        final long from = client.device.dma().map(nowhere.address(), SIZE, TO_DEVICE);
        final GuardedBuffer target = new GuardedBuffer(server.device, SIZE).fill(1);
        server.postReceive(2, target.iova, SIZE, LKEY);
        client.post(sends -> sends.send(1, SIGNALED), from, SIZE, LKEY);
        while (pair.simulation.step() && client.simulated().iommuStatistics().misses() < 1) {
            // Runs until the first packet is on the link.
        }
        client.device.dma().unmap(client.device.dma().map(nowhere.address(), 1, TO_DEVICE), 1, TO_DEVICE);
        server.runAndExpect("2:SUCCESS");
        target.assertHolds(1, 0, 0, 0);
        client.device.dma().unmap(from, SIZE, TO_DEVICE);
        nowhere.close();
    }

    @Test
    void shouldFaultPagesInAndReleaseThem() {
        final MemoryBlock there = server.simulated().memory(ADDRESS_ONLY).allocate(SIZE, 4096);
        final MemoryRegion region =
                server.domain.registerMemory(there.address(), SIZE, there.address(), RIGHTS | ON_DEMAND);
        final GuardedBuffer here = new GuardedBuffer(client.device, SIZE);
        client.post(sends -> sends.rdmaWrite(1, SIGNALED, region.iova(), region.rkey()), here.iova, SIZE, LKEY);
        client.runAndExpect("1:SUCCESS");
        there.discard(0, SIZE);
        region.close();
        there.close();
    }
}
