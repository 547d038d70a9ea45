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

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rpcrdma.nic.CostModel;
import org.rpcrdma.nic.IommuMode;
import picocli.CommandLine.Option;

/** {@code --nic}, {@code --set} and {@code --iommu}: the simulated hardware that a command runs on. */
final class HardwareOptions {
    @Option(
            names = "--nic",
            paramLabel = "PRESET",
            defaultValue = "connectx6",
            description =
                    "cost model: connectx6, connectx3, or ideal, which misses nothing (default: ${DEFAULT-VALUE})")
    private String nic;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "another value for a parameter of the cost model, for example iommu.iotlb_entries=64;"
                    + " can be given several times")
    private List<String> settings = List.of();

    @Option(
            names = "--iommu",
            paramLabel = "MODE",
            defaultValue = "strict",
            description = "the hosts' IOMMU: off, strict or lazy (default: ${DEFAULT-VALUE})")
    private String iommu;

    /** What was chosen; refused in one line where there is no such thing. */
    Hardware conclude() {
        final Map<String, Double> values = new LinkedHashMap<>();
        CostModel costs = preset();
        for (final String setting : settings) {
            final int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new InputException("--set takes NAME=VALUE: " + setting);
            }
            final String name = setting.substring(0, equals);
            final double value = number(setting, setting.substring(equals + 1));
            costs = with(costs, name, value);
            values.put(name, value);
        }
        return new Hardware(nic, values, costs, mode());
    }

    private CostModel preset() {
        try {
            return CostModel.preset(nic);
        } catch (final IllegalArgumentException e) {
            throw new InputException("--nic: " + e.getMessage());
        }
    }

    private static CostModel with(final CostModel costs, final String name, final double value) {
        try {
            return costs.with(name, value);
        } catch (final IllegalArgumentException e) {
            throw new InputException("--set: " + e.getMessage());
        }
    }

    private static double number(final String setting, final String value) {
        try {
            return Double.parseDouble(value);
        } catch (final NumberFormatException e) {
            throw new InputException("--set takes a number: " + setting);
        }
    }

    private IommuMode mode() {
        try {
            return IommuMode.valueOf(iommu.toUpperCase(Locale.ROOT));
        } catch (final IllegalArgumentException e) {
            throw new InputException("--iommu must be off, strict or lazy: " + iommu);
        }
    }
}
