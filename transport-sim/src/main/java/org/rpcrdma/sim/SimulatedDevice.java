// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import java.util.function.Consumer;
import org.rpcrdma.rnic.DevicePorts;
import org.rpcrdma.rnic.RnicDevice;
import org.rpcrdma.rnic.port.DeviceProfile;
import org.rpcrdma.rnic.port.RegistrationSettings;
import org.rpcrdma.sim.config.IommuStatistics;
import org.rpcrdma.sim.config.MemoryMode;
import org.rpcrdma.sim.config.NicCacheStatistics;
import org.rpcrdma.sim.config.ProcessorStatistics;
import org.rpcrdma.sim.config.ProcessorWork;
import org.rpcrdma.sim.cost.CostParameter;
import org.rpcrdma.verbs.MemoryAllocator;

/**
 * A simulated RNIC and its host: memory, processors, IOMMU.
 *
 * <p>A verbs call charges its cost to the {@link org.rpcrdma.verbs.EventLoop} whose handler makes it, or to the host's
 * first loop outside any handler. Each event loop is one processor of the host; the first loop is the first processor.
 *
 * <p>The device and everything obtained from it are confined to the thread that runs the simulation.
 */
public final class SimulatedDevice extends RnicDevice {
    private final SimulatedHost host;
    private final Consumer<SimulatedDevice> onClose;

    /**
     * Creates a device.
     *
     * @param profile the identity of the device.
     * @param settings the settings of the device's memory registrations.
     * @param ipAddress the host's numeric address.
     * @param ports the device's environment.
     * @param host the simulated parts of the environment.
     * @param onClose called after the device is closed.
     */
    SimulatedDevice(
            final DeviceProfile profile,
            final RegistrationSettings settings,
            final String ipAddress,
            final DevicePorts ports,
            final SimulatedHost host,
            final Consumer<SimulatedDevice> onClose) {
        super(profile, settings, ipAddress, ports);
        this.host = host;
        this.onClose = onClose;
    }

    /**
     * Returns the CPU time of the host's processors by kind of work.
     *
     * @return live counters.
     */
    public ProcessorStatistics processorStatistics() {
        return host.processors();
    }

    /**
     * Returns the CPU time of the processor that pays for the current call: the processor whose handler is running, or
     * the host's first processor outside any handler. While that processor awaits a completion, other processors'
     * handlers run; their time is not included.
     *
     * @return live counters of that processor.
     */
    public ProcessorStatistics payingProcessorStatistics() {
        return host.processors().payingStatistics();
    }

    /**
     * Charges CPU time for the program's own work to the processor whose handler is running, or to the host's first
     * processor outside any handler.
     *
     * @param nanos the CPU time in nanoseconds, 0 or more.
     * @throws IllegalArgumentException if it is negative.
     */
    public void spend(final long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException("time must not be negative: nanos=" + nanos);
        }
        host.processors().charge(ProcessorWork.SERVICE, nanos);
    }

    /**
     * Charges CPU time for kernel work outside the verbs calls to the processor that {@link #spend(long)} charges.
     *
     * @param work the kind of work to charge.
     * @param cost the parameter that holds the time of one execution.
     * @param times the number of executions, 0 or more.
     */
    public void spend(final ProcessorWork work, final CostParameter cost, final long times) {
        host.processors().charge(work, cost, times);
    }

    /**
     * Returns DMA engines that work without verbs, for benchmarks of the bus and the IOMMU.
     *
     * @return new engines, idle at first.
     */
    public BareDma bareDma() {
        return new BareDma(host.costs(), host.iommu(), host.walks());
    }

    /**
     * Returns the counters of the host's IOMMU.
     *
     * @return the live counters.
     */
    public IommuStatistics iommuStatistics() {
        return host.walks().statistics();
    }

    /**
     * Returns the counters of the NIC's caches.
     *
     * @return the live counters.
     */
    public NicCacheStatistics nicCacheStatistics() {
        return host.contexts().statistics();
    }

    /**
     * Returns an allocator for the host's memory in the given mode, which may differ from the configured mode: for
     * example backed memory for headers and address-only memory for payload.
     *
     * @param mode backed by bytes, or addresses only.
     * @return the allocator, which belongs to the thread that runs the simulation.
     */
    public MemoryAllocator memory(final MemoryMode mode) {
        return memory(mode, true);
    }

    /**
     * Returns an allocator for the host's memory in the given mode, with or without direct reclaim.
     *
     * @param mode     backed by bytes, or addresses only.
     * @param reclaims true to compact memory if no contiguous pages are free ({@code memory.compacted}), as with the
     * kernel's GFP_KERNEL; false for allocations without __GFP_DIRECT_RECLAIM.
     * @return the allocator, which belongs to the thread that runs the simulation.
     */
    public MemoryAllocator memory(final MemoryMode mode, final boolean reclaims) {
        return host.memory().ofMode(mode, reclaims);
    }

    @Override
    public void close() {
        super.close();
        onClose.accept(this);
    }
}
