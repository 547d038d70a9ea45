// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.iommu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.memory.Iommu;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.config.IommuStatistics;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.MemoryBlock;

/** Tests an IOMMU that is off. It does not translate addresses, and the device can access all allocated memory. */
class PassthroughIommuTest {
    private static final int PAGE = 4096;
    private static final DmaDirection IN = DmaDirection.FROM_DEVICE;

    @AutoClose
    private final MappingHost host = new MappingHost(CostModel.defaults(), IommuMode.OFF);

    private final Iommu iommu = host.iommu;
    private final IommuStatistics statistics = host.statistics;
    private final MemoryBlock block = host.host.memory.allocate(2 * PAGE, PAGE);

    @Test
    void shouldUseNativeAddressesAndChargeTheDirectMapping() {
        final long before = host.now();
        final long address = iommu.map(block.address() + 5, PAGE, IN);
        assertEquals(block.address() + 5, address);
        assertEquals(address, access(address, PAGE - 5));
        assertEquals(address, iommu.nativeAddress(address));
        assertEquals(0, host.walks.latency());
        assertEquals(0, host.walks.walks());
        iommu.syncForCpu(address, PAGE, IN);
        iommu.unmap(address, PAGE, IN);
        final CostModel costs = CostModel.defaults();
        assertEquals(
                before
                        + 2 * costs.nanos(CostParameter.DMA_MAP_DIRECT)
                        + 2 * costs.nanos(CostParameter.DMA_UNMAP_DIRECT),
                host.now(),
                "two pages that need not be contiguous");
        assertEquals(0, statistics.hits() + statistics.misses() + statistics.walkReads() + statistics.faults());
        assertEquals(1, statistics.mappings());
        assertEquals(1, statistics.unmappings());
        assertEquals(2, statistics.pagesMapped());
        assertEquals(0, statistics.livePages());
        block.close();
    }

    @Test
    void shouldFaultOnlyOutsideTheMemory() {
        final long address = iommu.map(block.address(), PAGE, DmaDirection.TO_DEVICE);
        assertEquals(address, access(address, 1), "directions are not checked");
        assertEquals(address + PAGE, access(address + PAGE, PAGE), "nor is what is mapped");
        assertEquals(Iommu.FAULT, access(address + PAGE + 1, PAGE));
        assertEquals(Iommu.FAULT, access(address - 1, 1));
        assertEquals(2, statistics.faults());
        iommu.unmap(address, PAGE, DmaDirection.TO_DEVICE);
        block.close();
    }

    @Test
    void shouldReportUseAfterUnmapAndRefuseItOnceTheMemoryIsFreed() {
        final long address = iommu.map(block.address(), PAGE, IN);
        access(address, 1);
        assertEquals(0, statistics.staleAccesses());
        iommu.unmap(address, PAGE, IN);
        assertEquals(address, access(address, 1));
        assertEquals(1, statistics.staleAccesses());
        block.close();
        assertEquals(Iommu.FAULT, access(address, 1));
        assertEquals(Iommu.FAULT, iommu.nativeAddress(address));
        assertEquals(1, statistics.faults());
    }

    @Test
    void shouldKeepMappedMemoryAndRefuseBadMappings() {
        assertErrno(Errno.EINVAL, () -> iommu.map(block.address(), 0, IN));
        assertErrno(Errno.EFAULT, () -> iommu.map(block.address() + 1, 2 * PAGE, IN));
        assertErrno(Errno.EINVAL, () -> iommu.unmap(block.address(), PAGE, IN));
        assertErrno(Errno.EINVAL, () -> iommu.syncForCpu(block.address(), PAGE, IN));
        final long one = iommu.map(block.address(), PAGE, IN);
        final long two = iommu.map(block.address(), PAGE, IN);
        assertEquals(2, iommu.liveMappings());
        iommu.unmap(one, PAGE, IN);
        assertErrno(Errno.EBUSY, block::close);
        assertErrno(Errno.EINVAL, () -> iommu.syncForCpu(two, -1, IN));
        iommu.unmap(two, PAGE, IN);
        block.close();
    }

    private long access(final long address, final int length) {
        iommu.beginTransfer(false);
        return iommu.translate(address, length, Iommu.DEVICE_WRITES);
    }
}
