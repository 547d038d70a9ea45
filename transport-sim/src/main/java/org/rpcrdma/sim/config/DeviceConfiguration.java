// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

import java.util.Map;
import java.util.Set;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.rnic.config.RegistrationDesign;
import org.rpcrdma.verbs.DeviceCapability;

/**
 * The configuration of a simulated device, except its costs. Immutable.
 *
 * @param design source of the mkeys for registrations.
 * @param personality implementation that the device imitates.
 * @param environment environment variables that its driver reads, for example {@code MLX5_SCATTER_TO_CQE}.
 * @param memlock bytes that a process may pin (RLIMIT_MEMLOCK); {@link Long#MAX_VALUE} means no limit.
 * @param iommuMode when the host's IOMMU invalidates its caches after an unmapping.
 * @param memoryMode backing of {@link org.rpcrdma.sim.SimulatedDevice#memory()}.
 * @param missing features that the device lacks in addition to its personality's missing features.
 */
public record DeviceConfiguration(
        RegistrationDesign design,
        Personality personality,
        Map<String, String> environment,
        long memlock,
        IommuMode iommuMode,
        MemoryMode memoryMode,
        Set<DeviceCapability> missing) {
    /**
     * FRMR pools, the specification's personality, this process's environment, unlimited pinning, a strict IOMMU,
     * backed memory.
     */
    public static final DeviceConfiguration DEFAULT = new DeviceConfiguration(
            RegistrationDesign.FRMR_POOLS,
            Personality.SPEC,
            System.getenv(),
            Long.MAX_VALUE,
            IommuMode.STRICT,
            MemoryMode.BACKED,
            Set.of());

    /**
     * Returns this configuration with mkeys of another source.
     *
     * @param newDesign the source.
     * @return a new configuration.
     */
    public DeviceConfiguration withDesign(final RegistrationDesign newDesign) {
        return new DeviceConfiguration(newDesign, personality, environment, memlock, iommuMode, memoryMode, missing);
    }

    /**
     * Returns this configuration with another personality.
     *
     * @param newPersonality the implementation to imitate.
     * @return a new configuration.
     */
    public DeviceConfiguration withPersonality(final Personality newPersonality) {
        return new DeviceConfiguration(design, newPersonality, environment, memlock, iommuMode, memoryMode, missing);
    }

    /**
     * Returns this configuration with another environment.
     *
     * @param variables values by their names.
     * @return a new configuration.
     */
    public DeviceConfiguration withEnvironment(final Map<String, String> variables) {
        return new DeviceConfiguration(design, personality, variables, memlock, iommuMode, memoryMode, missing);
    }

    /**
     * Returns this configuration with a limit to pinned memory.
     *
     * @param bytes the limit, 0 or more.
     * @return a new configuration.
     */
    public DeviceConfiguration withMemlock(final long bytes) {
        return new DeviceConfiguration(design, personality, environment, bytes, iommuMode, memoryMode, missing);
    }

    /**
     * Returns this configuration with an IOMMU of another mode.
     *
     * @param mode when it invalidates its caches.
     * @return a new configuration.
     */
    public DeviceConfiguration withIommuMode(final IommuMode mode) {
        return new DeviceConfiguration(design, personality, environment, memlock, mode, memoryMode, missing);
    }

    /**
     * Returns this configuration with memory of another mode.
     *
     * @param mode the backing of its addresses.
     * @return a new configuration.
     */
    public DeviceConfiguration withMemoryMode(final MemoryMode mode) {
        return new DeviceConfiguration(design, personality, environment, memlock, iommuMode, mode, missing);
    }

    /**
     * Returns this configuration without features.
     *
     * @param capabilities the features that the device lacks.
     * @return a new configuration.
     */
    public DeviceConfiguration without(final DeviceCapability... capabilities) {
        return new DeviceConfiguration(
                design, personality, environment, memlock, iommuMode, memoryMode, Set.of(capabilities));
    }

    /**
     * Returns this configuration for a device driven from user space. It lacks fast-register regions and DMA mapping.
     *
     * @return a new configuration.
     */
    public DeviceConfiguration inUserSpace() {
        return without(DeviceCapability.FAST_REGISTER, DeviceCapability.LOCAL_DMA_LKEY);
    }
}
