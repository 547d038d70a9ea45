// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.function.Predicate;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * Prices a server's executed work with one value per parameter, by the parameter's ordinal. Compaction is rare, so its
 * expected value is charged to each allocation that may compact memory.
 */
record Sheet(double[] values) {
    private static final CostParameter[] PARAMETERS = CostParameter.values();

    /** Returns the sheet with a model's values. */
    static Sheet of(final CostModel costs) {
        final double[] values = new double[PARAMETERS.length];
        for (final CostParameter parameter : PARAMETERS) {
            values[parameter.ordinal()] = costs.get(parameter);
        }
        return new Sheet(values);
    }

    /** Returns the value of a parameter. */
    double get(final CostParameter parameter) {
        return values[parameter.ordinal()];
    }

    /** Returns the nanoseconds of work for one parameter. */
    double nanos(final CostParameter parameter, final long[] executed) {
        return parameter == CostParameter.COMPACTION
                ? executed[parameter.ordinal()] * get(CostParameter.COMPACTED_SHARE) * get(parameter)
                : executed[parameter.ordinal()] * get(parameter);
    }

    /** Returns the nanoseconds of CPU time. */
    double processor(final long[] executed) {
        return sum(executed, CostParameter::isProcessorTime);
    }

    /** Returns the nanoseconds that processors spin, waiting for the IOMMU. */
    double spins(final long[] executed) {
        return sum(executed, parameter -> !parameter.isProcessorTime() && !parameter.isSleep());
    }

    /** Returns the nanoseconds of firmware commands. */
    double firmware(final long[] executed) {
        return sum(executed, parameter -> parameter.isSleep() && parameter != CostParameter.CONNECT_WAIT);
    }

    private double sum(final long[] executed, final Predicate<CostParameter> kind) {
        double sum = 0;
        for (int i = 0; i < executed.length; i++) {
            if (kind.test(PARAMETERS[i])) {
                sum += nanos(PARAMETERS[i], executed);
            }
        }
        return sum;
    }
}
