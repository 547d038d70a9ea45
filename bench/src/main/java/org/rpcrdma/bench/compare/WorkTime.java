// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * CPU time by kind of work.
 *
 * @param total the total, in nanoseconds.
 * @param work the nanoseconds by parameter name; zeros are omitted.
 */
public record WorkTime(double total, Map<String, Double> work) {
    /** Returns the time of one part of the work, for example of one connection. */
    static WorkTime of(final double[] executed, final Sheet sheet, final double parts) {
        final Map<String, Double> work = new LinkedHashMap<>();
        for (final CostParameter parameter : parameters()) {
            final double nanos = sheet.nanos(parameter, executed) / parts;
            if (nanos > 0) {
                work.put(parameter.parameterName(), nanos);
            }
        }
        return new WorkTime(sheet.processor(executed) / parts, work);
    }

    /** Returns the parameters that count as CPU time. */
    static List<CostParameter> parameters() {
        return Arrays.stream(CostParameter.values())
                .limit(CostParameter.charged())
                .filter(CostParameter::isProcessorTime)
                .toList();
    }

    /** Converts a constant's name to a JSON field name. */
    static String label(final String constant) {
        final String[] words = constant.toLowerCase(Locale.ROOT).split("_");
        final StringBuilder label = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            label.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
        }
        return label.toString();
    }
}
