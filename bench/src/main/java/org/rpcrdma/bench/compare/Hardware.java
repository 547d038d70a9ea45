// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.ArrayList;
import java.util.List;
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
    private static final int FEW = 4;
    private static final long LARGEST_SHARD = 2 << 20;

    /** Returns the configuration of a device on it. */
    public DeviceConfiguration device() {
        return DeviceConfiguration.DEFAULT.withIommuMode(iommu);
    }

    /** Another model with the same changes. */
    public CostModel change(final CostModel other) {
        return new CostSettings(settings).apply(other);
    }

    /** Returns the sizes of the leaves of the IOMMU's page table, added up. */
    long leaves() {
        return (long) costs.get(CostParameter.LEAVES);
    }

    /**
     * Returns the IOTLB entries that hold all of some memory at once: one for each leaf.
     *
     * @param mappings mappings of equal size, each aligned to it.
     * @param bytes    the sum of their sizes.
     */
    long iotlbEntries(final long mappings, final long bytes) {
        if (iommu == IommuMode.OFF || mappings == 0) {
            return 0;
        }
        final long each = bytes / mappings;
        final long fitting = leaves() & (2 * Math.min(LARGEST_SHARD, Long.highestOneBit(each)) - 1);
        final long leaf = fitting == 0 ? Long.lowestOneBit(leaves()) : Long.highestOneBit(fitting);
        return mappings * ((each + leaf - 1) / leaf);
    }

    /** Returns the sizes of the leaves in words. */
    String leavesLabel() {
        final long leaves = leaves();
        final List<String> sizes = new ArrayList<>();
        for (long size = Long.lowestOneBit(leaves); size > 0 && size <= leaves; size *= 2) {
            if ((leaves & size) != 0) {
                sizes.add(text(size));
            }
        }
        return sizes.size() <= FEW ? String.join(", ", sizes) : sizes.get(0) + " and other powers of two";
    }

    private static String text(final long bytes) {
        if (bytes < 1 << 20) {
            return (bytes >> 10) + " KB";
        }
        return bytes < 1 << 30 ? (bytes >> 20) + " MB" : (bytes >> 30) + " GB";
    }

    public String iommuLabel() {
        return iommu.name().toLowerCase(Locale.ROOT);
    }
}
