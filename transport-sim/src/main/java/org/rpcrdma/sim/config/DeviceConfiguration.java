// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.config;

import java.util.Map;
import java.util.Set;
import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.rnic.config.RegistrationDesign;
import org.rpcrdma.verbs.DeviceCapability;

/**
 * The immutable configuration of a simulated device, without its costs.
 *
 * @param design      how the device obtains mkeys for registrations.
 * @param personality the implementation that the device imitates.
 * @param environment the environment variables that the device's driver reads, for example {@code MLX5_SCATTER_TO_CQE}.
 * @param memlock     the number of bytes that a process may pin (RLIMIT_MEMLOCK); {@link Long#MAX_VALUE} means no
 *                    limit.
 * @param iommuMode   the mode of the host's IOMMU, which determines whether memory is mapped and when removed mappings
 *                    are invalidated in the IOTLB.
 * @param memoryMode  the mode of {@link org.rpcrdma.sim.SimulatedDevice#memory()}: backed by bytes, or addresses only.
 * @param missing the features that the device lacks, in addition to the features that its personality lacks.
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
     * The default configuration: FRMR pools, a personality that follows the specification, this process's environment,
     * unlimited pinning, a strict IOMMU, and memory whose contents are stored.
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
     * Returns this configuration with another source of mkeys.
     *
     * @param newDesign how the device obtains mkeys.
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
     * @param variables the variables' values by name.
     * @return a new configuration.
     */
    public DeviceConfiguration withEnvironment(final Map<String, String> variables) {
        return new DeviceConfiguration(design, personality, variables, memlock, iommuMode, memoryMode, missing);
    }

    /**
     * Returns this configuration with a limit on pinned memory.
     *
     * @param bytes the limit in bytes, 0 or more.
     * @return a new configuration.
     */
    public DeviceConfiguration withMemlock(final long bytes) {
        return new DeviceConfiguration(design, personality, environment, bytes, iommuMode, memoryMode, missing);
    }

    /**
     * Returns this configuration with another IOMMU mode.
     *
     * @param mode the mode, which determines when removed mappings are invalidated in the IOTLB.
     * @return a new configuration.
     */
    public DeviceConfiguration withIommuMode(final IommuMode mode) {
        return new DeviceConfiguration(design, personality, environment, memlock, mode, memoryMode, missing);
    }

    /**
     * Returns this configuration with another memory mode.
     *
     * @param mode the mode: backed by bytes, or addresses only.
     * @return a new configuration.
     */
    public DeviceConfiguration withMemoryMode(final MemoryMode mode) {
        return new DeviceConfiguration(design, personality, environment, memlock, iommuMode, mode, missing);
    }

    /**
     * Returns this configuration without the given features.
     *
     * @param capabilities the features that the device lacks.
     * @return a new configuration.
     */
    public DeviceConfiguration without(final DeviceCapability... capabilities) {
        return new DeviceConfiguration(
                design, personality, environment, memlock, iommuMode, memoryMode, Set.of(capabilities));
    }

    /**
     * Returns this configuration for a device that a program drives from user space. Fast-register regions and DMA
     * mapping are then missing.
     *
     * @return a new configuration.
     */
    public DeviceConfiguration inUserSpace() {
        return without(DeviceCapability.FAST_REGISTER, DeviceCapability.LOCAL_DMA_LKEY);
    }
}
