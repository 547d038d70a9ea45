// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.nic.cost.CostModel;

/**
 * The values of {@code --set}: changed parameters of a cost model.
 *
 * @param values by parameter, in the order in which they were given
 */
public record CostSettings(Map<String, Double> values) {
    /** Parses settings; rejects unknown parameters and invalid values in one line. */
    public static CostSettings parse(final List<String> settings) {
        final Map<String, Double> values = new LinkedHashMap<>();
        for (final String setting : settings) {
            final int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new InputException("--set takes NAME=VALUE: " + setting);
            }
            values.put(setting.substring(0, equals), number(setting, setting.substring(equals + 1)));
        }
        final CostSettings parsed = new CostSettings(values);
        parsed.apply(CostModel.defaults());
        return parsed;
    }

    /** Returns a model with these values in the place of its own. */
    public CostModel apply(final CostModel costs) {
        CostModel changed = costs;
        for (final Map.Entry<String, Double> value : values.entrySet()) {
            try {
                changed = changed.with(value.getKey(), value.getValue());
            } catch (final IllegalArgumentException e) {
                throw new InputException(
                        "--set: " + e.getMessage() + "; rpcrdma calibrate --parameters lists parameters and limits");
            }
        }
        return changed;
    }

    private static double number(final String setting, final String value) {
        try {
            return Double.parseDouble(value);
        } catch (final NumberFormatException e) {
            throw new InputException("--set takes a number: " + setting);
        }
    }
}
