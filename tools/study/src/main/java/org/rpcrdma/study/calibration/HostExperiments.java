// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;

/** Measurements of CPU time. */
final class HostExperiments {
    private static final double NANOS_PER_MICRO = 1000;

    private HostExperiments() {}

    static double registrationTime(final CostModel costs, final double x) {
        final long bytes = (long) x;
        try (MeasuredHost host = new MeasuredHost(costs, IommuMode.OFF, bytes)) {
            final ProtectionDomain domain = host.device.allocateProtectionDomain();
            final long address = host.memory.address();
            final long begin = host.loop.nanoTime();
            final MemoryRegion region = domain.registerMemory(address, bytes, address, Access.LOCAL_WRITE);
            final long end = host.loop.nanoTime();
            region.close();
            domain.close();
            return (end - begin) / NANOS_PER_MICRO;
        }
    }

    static double unmapTime(final CostModel costs, final double x) {
        final long bytes = (long) x;
        try (MeasuredHost host = new MeasuredHost(costs, IommuMode.STRICT, bytes)) {
            final long iova = host.device.dma().map(host.memory.address(), bytes, DmaDirection.FROM_DEVICE);
            final long begin = host.loop.nanoTime();
            host.device.dma().unmap(iova, bytes, DmaDirection.FROM_DEVICE);
            return (host.loop.nanoTime() - begin) / NANOS_PER_MICRO;
        }
    }
}
