// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cost;

import java.math.BigDecimal;
import java.util.Set;

/**
 * The permitted values of a parameter.
 *
 * @param parameter the parameter.
 * @param unit      the values' unit.
 * @param minimum   the lowest permitted value.
 */
record Limits(CostParameter parameter, String unit, double minimum) {
    private static final String SHARE = "share";
    private static final Set<Long> SMALLEST_LEAVES = Set.of(4096L, 16_384L, 65_536L);
    private static final Set<String> FRACTIONS = Set.of("ns", "Gb/s", SHARE);

    /** Throws an exception if a value is outside the limits. */
    void check(final double value) {
        final boolean isWhole = !FRACTIONS.contains(unit);
        final boolean isLeaves = parameter == CostParameter.LEAVES;
        final double most = isLeaves ? 1L << 52 : isWhole ? Integer.MAX_VALUE >> 4 : unit.equals(SHARE) ? 1 : 1e15;
        if (!(value >= minimum && value <= most) || (isWhole && value != Math.rint(value))) {
            throw new IllegalArgumentException(parameter.parameterName() + " must be a " + (isWhole ? "whole " : "")
                    + "number of " + unit + ", " + plain(minimum) + " to " + plain(most) + ": value=" + value);
        }
        final boolean isPower = Integer.bitCount((int) value) == 1;
        if (parameter == CostParameter.MTU && (value > 4096 || !isPower)) {
            throw new IllegalArgumentException("link.mtu must be a power of 2, 256 to 4096: value=" + value);
        }
        if (parameter == CostParameter.LARGEST_PAGE && !isPower) {
            throw new IllegalArgumentException("nic.largest_page must be a power of 2: value=" + value);
        }
        if (isLeaves && !SMALLEST_LEAVES.contains(Long.lowestOneBit((long) value))) {
            throw new IllegalArgumentException("iommu.leaves must be a sum of powers of two, the smallest of which is"
                    + " 4096, 16384 or 65536: value=" + plain(value));
        }
    }

    private static String plain(final double limit) {
        return BigDecimal.valueOf(limit).stripTrailingZeros().toPlainString();
    }
}
