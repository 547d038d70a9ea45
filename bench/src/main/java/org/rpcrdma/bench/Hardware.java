/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import java.util.Locale;
import java.util.Map;
import org.rpcrdma.nic.CostModel;
import org.rpcrdma.nic.CostParameter;
import org.rpcrdma.nic.DeviceConfiguration;
import org.rpcrdma.nic.IommuMode;

/**
 * The simulated hardware of a run.
 *
 * @param nic      the cost model's name
 * @param settings what was changed of it, by parameter
 * @param costs    the model with these changes
 * @param iommu    what the hosts' IOMMU does
 */
record Hardware(String nic, Map<String, Double> settings, CostModel costs, IommuMode iommu) {
    /** What a device on it is. */
    DeviceConfiguration device() {
        return DeviceConfiguration.DEFAULT.withIommuMode(iommu);
    }

    /** Another model with the same changes. */
    CostModel change(final CostModel other) {
        return new CostSettings(settings).apply(other);
    }

    /** The largest leaf of the IOMMU's page table, bytes. */
    long largestLeaf() {
        return (long) costs.get(CostParameter.LARGEST_LEAF);
    }

    String iommuLabel() {
        return iommu.name().toLowerCase(Locale.ROOT);
    }
}
