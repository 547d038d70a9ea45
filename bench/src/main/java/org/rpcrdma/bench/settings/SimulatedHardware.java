// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.cost.CostModel;

/**
 * The simulated hosts and NICs.
 *
 * @param machine the cost model's name.
 * @param changes the overridden parameters by name.
 * @param iommu   the mode of the hosts' IOMMU; pass null to the constructor for Linux's default on that machine.
 */
public record SimulatedHardware(String machine, Map<String, Double> changes, IommuMode iommu) {
    /**
     * Checks the machine and the parameters, and sets the IOMMU's default mode.
     *
     * @param machine the cost model's name.
     * @param changes the overridden parameters by name.
     * @param iommu   the mode of the hosts' IOMMU, or null for Linux's default on that machine.
     */
    public SimulatedHardware {
        if (!CostModel.presets().contains(machine)) {
            throw new InputException(
                    "no such machine: machine=" + machine + " known=" + String.join(", ", CostModel.presets()));
        }
        changes = Collections.unmodifiableMap(new LinkedHashMap<>(changes));
        final CostModel costs = changed(CostModel.preset(machine), changes);
        iommu = iommu == null ? costs.iommuMode() : iommu;
    }

    /**
     * Returns the cost model.
     *
     * @return the machine's cost model with the changes.
     */
    public CostModel costs() {
        return changed(CostModel.preset(machine), changes);
    }

    /**
     * Returns a cost model with overridden parameters.
     *
     * @param costs   the model.
     * @param changes values by parameter.
     * @return the changed model.
     * @throws IllegalArgumentException if a parameter does not exist, or a value is out of range.
     */
    public static CostModel changed(final CostModel costs, final Map<String, Double> changes) {
        CostModel changed = costs;
        for (final Map.Entry<String, Double> change : changes.entrySet()) {
            try {
                changed = changed.with(change.getKey(), change.getValue());
            } catch (final IllegalArgumentException e) {
                throw new InputException(e.getMessage());
            }
        }
        return changed;
    }

    /**
     * Returns the default device configuration with this IOMMU.
     *
     * @return the configuration.
     */
    public DeviceConfiguration device() {
        return DeviceConfiguration.DEFAULT.withIommuMode(iommu);
    }

    /**
     * Returns the name of the IOMMU's mode.
     *
     * @return off, strict or lazy.
     */
    public String iommuLabel() {
        return iommu.name().toLowerCase(Locale.ROOT);
    }
}
