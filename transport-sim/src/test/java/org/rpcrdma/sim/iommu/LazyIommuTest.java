// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.config.IommuStatistics;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.VerbsException;

/**
 * Tests an IOMMU that invalidates translations some time after their mappings have been removed. The IOMMU must report
 * devices that still use these translations.
 */
class LazyIommuTest {
    private static final int PAGE = 4096;
    private static final int QUEUE = 256;
    private static final long TIMEOUT = 10_000_000;
    private static final DmaDirection IN = DmaDirection.FROM_DEVICE;

    @AutoClose
    private final MappingHost host = new MappingHost(MappingHost.PLAIN, IommuMode.LAZY);

    private final Iommu iommu = host.iommu;
    private final IommuStatistics statistics = host.statistics;
    private final MemoryBlock block = host.host.memory.allocate(2 * PAGE, PAGE);

    @Test
    void shouldAllowADeviceAfterUnmapAndReportIt() {
        final long iova = iommu.map(block.address(), PAGE, IN);
        access(iova);
        iommu.unmap(iova, PAGE, IN);
        assertEquals(block.address(), access(iova));
        assertEquals(1, statistics.staleAccesses());
        assertEquals(0, statistics.faults());
        assertThrows(VerbsException.class, () -> iommu.syncForCpu(iova, 1, IN));
        host.host.simulation.runUntil(host.host.simulation.nanoTime() + 2 * TIMEOUT);
        assertEquals(Iommu.FAULT, access(iova));
        assertEquals(1, statistics.staleAccesses());
        assertEquals(1, statistics.faults());
        block.close();
    }

    @Test
    void shouldFaultAfterUnmapIfTheIotlbDoesNotHoldThePage() {
        final long iova = iommu.map(block.address(), PAGE, IN);
        iommu.unmap(iova, PAGE, IN);
        assertEquals(Iommu.FAULT, access(iova));
        assertEquals(0, statistics.staleAccesses());
        block.close();
    }

    @Test
    void shouldFaultIfTheMemoryIsReleased() {
        final long iova = iommu.map(block.address(), PAGE, IN);
        access(iova);
        iommu.unmap(iova, PAGE, IN);
        block.close();
        final MemoryBlock again = host.host.memory.allocate(2 * PAGE, PAGE);
        assertEquals(Iommu.FAULT, access(iova));
        assertEquals(1, statistics.staleAccesses());
        again.close();
    }

    @Test
    void shouldNotReuseAnIovaThatMayStillBeTranslated() {
        final Set<Long> used = new HashSet<>();
        for (int i = 0; i < QUEUE; i++) {
            final long iova = iommu.map(block.address(), PAGE, IN);
            assertEquals(true, used.add(iova), "used again before the flush: i=" + i);
            access(iova);
            iommu.unmap(iova, PAGE, IN);
        }
        final long next = iommu.map(block.address(), PAGE, IN);
        assertEquals(false, used.add(next), "the flush gave the iovas back");
        final long before = statistics.misses();
        assertEquals(block.address(), access(next));
        assertEquals(before + 1, statistics.misses(), "the flush left nothing cached");
        iommu.unmap(next, PAGE, IN);
        block.close();
    }

    @Test
    void shouldChargeLessForUnmapAndOnceForTheFlush() {
        final long iova = iommu.map(block.address(), 2 * PAGE, IN);
        final long before = host.now();
        iommu.unmap(iova, 2 * PAGE, IN);
        assertEquals(70 + 1, host.now() - before);
        for (int i = 1; i < QUEUE - 1; i++) {
            iommu.unmap(iommu.map(block.address(), PAGE, IN), PAGE, IN);
        }
        final long last = iommu.map(block.address(), PAGE, IN);
        final long flush = host.now();
        iommu.unmap(last, PAGE, IN);
        assertEquals(70 + 500, host.now() - flush);
        assertNotEquals(0, iova);
        block.close();
    }

    @Test
    void shouldNotCountRemovedMappings() {
        final long iova = iommu.map(block.address(), PAGE, IN);
        assertEquals(1, iommu.liveMappings());
        iommu.unmap(iova, PAGE, IN);
        assertEquals(0, iommu.liveMappings());
        block.close();
    }

    private long access(final long iova) {
        iommu.beginTransfer(false);
        return iommu.translate(iova, 1, Iommu.DEVICE_WRITES);
    }
}
