// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.function.Predicate;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.cost.CostParameter;

/**
 * Prices the work that a server has executed. A sheet has one value per parameter, indexed by the parameter's ordinal.
 * The price of compaction is its expected value over all allocations that may compact memory, so that a rare cost
 * contributes its mean. Failed allocations are priced in the same way.
 */
record Sheet(double[] values) {
    private static final CostParameter[] PARAMETERS = CostParameter.values();

    /** Returns the sheet that contains a model's values. */
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

    /** Returns the time of the work for one parameter, in nanoseconds. */
    double nanos(final CostParameter parameter, final double[] executed) {
        return parameter == CostParameter.COMPACTION || parameter == CostParameter.PAGE_ALLOC_FAILED
                ? executed[parameter.ordinal()] * get(CostParameter.COMPACTED_SHARE) * get(parameter)
                : executed[parameter.ordinal()] * get(parameter);
    }

    /** Returns the CPU time in nanoseconds. */
    double processor(final double[] executed) {
        return sum(executed, CostParameter::isProcessorTime);
    }

    /** Returns the time that processors spin while they wait for the IOMMU, in nanoseconds. */
    double spins(final double[] executed) {
        return sum(executed, parameter -> !parameter.isProcessorTime() && !parameter.isSleep());
    }

    /** Returns the time of firmware commands in nanoseconds. */
    double firmware(final double[] executed) {
        return sum(executed, parameter -> parameter.isSleep() && parameter != CostParameter.CONNECT_WAIT);
    }

    private double sum(final double[] executed, final Predicate<CostParameter> kind) {
        double sum = 0;
        for (int i = 0; i < executed.length; i++) {
            if (kind.test(PARAMETERS[i])) {
                sum += nanos(PARAMETERS[i], executed);
            }
        }
        return sum;
    }
}
