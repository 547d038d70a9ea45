// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.cost;

import java.util.Map;
import java.util.Set;
import org.rpcrdma.verbs.DeviceCapability;

/**
 * What a simulated device is, beside its costs.
 *
 * @param design      where its registrations take their mkeys from.
 * @param personality whose manners it has.
 * @param environment the environment variables that its driver reads, for example {@code MLX5_SCATTER_TO_CQE}.
 * @param memlock     bytes that a process may pin (RLIMIT_MEMLOCK); {@link Long#MAX_VALUE} is no limit.
 * @param iommuMode   when the host's IOMMU ends what it has cached of a mapping that is unmapped.
 * @param memoryMode  what is behind the addresses of {@link org.rpcrdma.nic.SimulatedDevice#memory()}.
 * @param missing     features that it lacks beside those that its personality lacks.
 */
public record DeviceConfiguration(
        RegistrationDesign design,
        Personality personality,
        Map<String, String> environment,
        long memlock,
        IommuMode iommuMode,
        MemoryMode memoryMode,
        Set<DeviceCapability> missing) {
    /** FRMR pools, the specification's manners, the process's environment, no limit to what is pinned, a strict IOMMU, memory with bytes. */
    public static final DeviceConfiguration DEFAULT = new DeviceConfiguration(
            RegistrationDesign.FRMR_POOLS,
            Personality.SPEC,
            System.getenv(),
            Long.MAX_VALUE,
            IommuMode.STRICT,
            MemoryMode.BACKED,
            Set.of());

    /**
     * This configuration with mkeys from elsewhere.
     *
     * @param newDesign where from.
     * @return a new configuration.
     */
    public DeviceConfiguration withDesign(final RegistrationDesign newDesign) {
        return new DeviceConfiguration(newDesign, personality, environment, memlock, iommuMode, memoryMode, missing);
    }

    /**
     * This configuration with other manners.
     *
     * @param newPersonality whose.
     * @return a new configuration.
     */
    public DeviceConfiguration withPersonality(final Personality newPersonality) {
        return new DeviceConfiguration(design, newPersonality, environment, memlock, iommuMode, memoryMode, missing);
    }

    /**
     * This configuration with another environment.
     *
     * @param variables by their names.
     * @return a new configuration.
     */
    public DeviceConfiguration withEnvironment(final Map<String, String> variables) {
        return new DeviceConfiguration(design, personality, variables, memlock, iommuMode, memoryMode, missing);
    }

    /**
     * This configuration with a limit to what is pinned.
     *
     * @param bytes the limit, 0 or more.
     * @return a new configuration.
     */
    public DeviceConfiguration withMemlock(final long bytes) {
        return new DeviceConfiguration(design, personality, environment, bytes, iommuMode, memoryMode, missing);
    }

    /**
     * This configuration with an IOMMU of another mode.
     *
     * @param mode when it ends what it has cached.
     * @return a new configuration.
     */
    public DeviceConfiguration withIommuMode(final IommuMode mode) {
        return new DeviceConfiguration(design, personality, environment, memlock, mode, memoryMode, missing);
    }

    /**
     * This configuration with other memory.
     *
     * @param mode what is behind its addresses.
     * @return a new configuration.
     */
    public DeviceConfiguration withMemoryMode(final MemoryMode mode) {
        return new DeviceConfiguration(design, personality, environment, memlock, iommuMode, mode, missing);
    }

    /**
     * This configuration without features.
     *
     * @param capabilities what the device lacks.
     * @return a new configuration.
     */
    public DeviceConfiguration without(final DeviceCapability... capabilities) {
        return new DeviceConfiguration(
                design, personality, environment, memlock, iommuMode, memoryMode, Set.of(capabilities));
    }

    /**
     * This configuration as a device that is driven from user space, which has neither fast-register regions nor DMA mapping.
     *
     * @return a new configuration.
     */
    public DeviceConfiguration inUserSpace() {
        return without(DeviceCapability.FAST_REGISTER, DeviceCapability.LOCAL_DMA_LKEY);
    }
}
