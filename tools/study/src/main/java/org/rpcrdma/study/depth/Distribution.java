// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.depth;

import java.util.Arrays;

/**
 * A distribution of non-negative numbers. Rare numbers at both ends, with probabilities below 1e-18, are dropped.
 *
 * @param first  the smallest number.
 * @param shares the shares of this number and of the following numbers.
 */
record Distribution(int first, double[] shares) {
    private static final double LEAST = 1e-18;
    private static final Distribution ZERO = new Distribution(0, new double[] {1});

    /** Returns the distribution with the given shares, which start with the share of 0. */
    static Distribution of(final double[] shares) {
        int from = 0;
        int to = shares.length;
        while (to > 1 && shares[to - 1] < LEAST) {
            to--;
        }
        while (from < to - 1 && shares[from] < LEAST) {
            from++;
        }
        return new Distribution(from, Arrays.copyOfRange(shares, from, to));
    }

    /** Returns the distribution of the sum of two independent numbers. */
    Distribution plus(final Distribution other) {
        final double[] sums = new double[shares.length + other.shares.length - 1];
        for (int i = 0; i < shares.length; i++) {
            for (int j = 0; j < other.shares.length; j++) {
                sums[i + j] += shares[i] * other.shares[j];
            }
        }
        final Distribution trimmed = of(sums);
        return new Distribution(first + other.first + trimmed.first, trimmed.shares);
    }

    /** Returns the distribution of the sum of {@code count} independent numbers. */
    Distribution times(final int count) {
        if (count == 0) {
            return ZERO;
        }
        final Distribution half = times(count / 2);
        final Distribution even = half.plus(half);
        return count % 2 == 0 ? even : even.plus(this);
    }

    double mean() {
        double sum = 0;
        for (int i = 0; i < shares.length; i++) {
            sum += (first + i) * shares[i];
        }
        return sum;
    }

    double deviation() {
        final double mean = mean();
        double sum = 0;
        for (int i = 0; i < shares.length; i++) {
            sum += (first + i - mean) * (first + i - mean) * shares[i];
        }
        return Math.sqrt(sum);
    }

    /** Returns the largest number. */
    int most() {
        return first + shares.length - 1;
    }

    /** Returns the smallest number that is exceeded with at most the given probability. */
    int atMost(final double share) {
        double above = 0;
        int number = most();
        while (number > first && above + shares[number - first] <= share) {
            above += shares[number - first];
            number--;
        }
        return number;
    }
}
