// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.Locale;
import java.util.Map;
import org.rpcrdma.nic.config.DeviceConfiguration;
import org.rpcrdma.nic.config.IommuMode;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.CostParameter;

/**
 * The simulated hardware of a run.
 *
 * @param machine  the cost model's name
 * @param settings the changed parameters and their values
 * @param costs    the model with these changes
 * @param iommu    the mode of the hosts' IOMMU
 */
public record Hardware(String machine, Map<String, Double> settings, CostModel costs, IommuMode iommu) {
    /** Returns the configuration of a device on it. */
    public DeviceConfiguration device() {
        return DeviceConfiguration.DEFAULT.withIommuMode(iommu);
    }

    /** Another model with the same changes. */
    public CostModel change(final CostModel other) {
        return new CostSettings(settings).apply(other);
    }

    /** Returns the largest leaf of the IOMMU's page table, bytes. */
    public long largestLeaf() {
        return (long) costs.get(CostParameter.LARGEST_LEAF);
    }

    public String iommuLabel() {
        return iommu.name().toLowerCase(Locale.ROOT);
    }
}
