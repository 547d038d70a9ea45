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
 * A simulated RNIC and its host, which consists of memory, processors and an IOMMU.
 *
 * <p>The cost of a verbs call is charged to the {@link org.rpcrdma.verbs.EventLoop} whose handler is running or,
 * outside a handler, to the host's first loop. Each event loop represents one of the host's processors, and the first
 * loop represents the first processor.
 *
 * <p>The device and everything obtained from it are confined to the thread that runs the simulation.
 */
public final class SimulatedDevice extends RnicDevice {
    private final SimulatedHost host;
    private final Consumer<SimulatedDevice> onClose;

    /**
     * Creates a device.
     *
     * @param profile   the identity of the device.
     * @param settings  the settings for the device's memory registrations.
     * @param ipAddress the host's numeric address.
     * @param ports     the device's environment.
     * @param host      the simulated parts of the environment.
     * @param onClose   called after the device is closed.
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
     * Returns the CPU time that the host's processors have spent, by kind of work.
     *
     * @return live counters.
     */
    public ProcessorStatistics processorStatistics() {
        return host.processors();
    }

    /**
     * Returns the CPU time spent by the processor to which the current call is charged. This is the processor whose
     * handler is running or, outside a handler, the host's first processor. Other processors run their handlers while
     * this processor waits for a completion; their time is not included.
     *
     * @return live counters of that processor.
     */
    public ProcessorStatistics payingProcessorStatistics() {
        return host.processors().payingStatistics();
    }

    /**
     * Charges CPU time for the program's own work. The time is charged to the processor whose handler is running or,
     * outside a handler, to the host's first processor.
     *
     * @param nanos the CPU time in nanoseconds, 0 or more.
     * @throws IllegalArgumentException if {@code nanos} is negative.
     */
    public void spend(final long nanos) {
        if (nanos < 0) {
            throw new IllegalArgumentException("time must not be negative: nanos=" + nanos);
        }
        host.processors().charge(ProcessorWork.SERVICE, nanos);
    }

    /**
     * Charges CPU time for kernel work outside the verbs calls, to the same processor as {@link #spend(long)}.
     *
     * @param work  the kind of work to charge.
     * @param cost  the cost parameter that gives the time per execution.
     * @param times the number of executions, 0 or more.
     */
    public void spend(final ProcessorWork work, final CostParameter cost, final long times) {
        host.processors().charge(work, cost, times);
    }

    /**
     * Returns DMA engines that can be used without verbs, to benchmark the bus and the IOMMU.
     *
     * @return new engines, which are idle.
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
     * Returns an allocator for the host's memory in the given mode, which may differ from the configured mode. For
     * example, a program can keep headers in memory backed by bytes and payload in address-only memory.
     *
     * @param mode the mode of the memory: backed by bytes, or addresses only.
     * @return the allocator, which is confined to the simulation's thread.
     */
    public MemoryAllocator memory(final MemoryMode mode) {
        return memory(mode, true);
    }

    /**
     * Returns an allocator for the host's memory in the given mode, with or without direct reclaim.
     *
     * @param mode     the mode of the memory: backed by bytes, or addresses only.
     * @param reclaims true to compact memory if no contiguous pages are free ({@code memory.compacted}), as the kernel
     *                 does for GFP_KERNEL; false to allocate without __GFP_DIRECT_RECLAIM.
     * @return the allocator, which is confined to the simulation's thread.
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
