// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;

/** A simulated host for measurements. It has one device and address-only memory. */
final class MeasuredHost implements AutoCloseable {
    static final int PAGE = 4096;
    /** The largest page size that an experiment may request. Memory is aligned to this size. */
    static final int LARGEST_PAGE = 64 << 20;

    final SimulatedDevice device;
    final EventLoop loop;
    final MemoryBlock memory;

    /** Creates a host without a network. */
    MeasuredHost(final CostModel costs, final IommuMode iommu, final long bytes) {
        this(new Fabric(new Simulation(1), costs), "10.98.0.1", iommu, bytes);
    }

    MeasuredHost(final Fabric fabric, final String address, final IommuMode iommu, final long bytes) {
        final DeviceConfiguration configuration =
                DeviceConfiguration.DEFAULT.withIommuMode(iommu).withMemoryMode(MemoryMode.ADDRESS_ONLY);
        device = fabric.attach("sim" + fabric.devices().size(), address, configuration);
        loop = device.newEventLoop();
        memory = device.memory().allocate(bytes, Math.max(PAGE, Math.min(LARGEST_PAGE, Long.highestOneBit(bytes))));
    }

    @Override
    public void close() {
        memory.close();
        device.close();
    }
}
