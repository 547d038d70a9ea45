// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sensitivity;

import java.util.Locale;
import java.util.function.Function;

/** A figure for the saving of one strategy compared with another: above 0 if it saves. */
enum Answer {
    /** The CPU time of connection set-up and tear-down that is saved. */
    CONNECTION("CPU time saved on connection set-up and tear-down", "us", "%,.1f", StrategyFigures::connectionNanos) {
        @Override
        double saved(final double baseline, final double strategy) {
            return (baseline - strategy) / 1e3;
        }
    },

    /** The same as a share of all CPU time of connection set-up and tear-down. */
    SHARE("share of connection set-up and tear-down saved", "%", "%,.1f", StrategyFigures::connectionNanos) {
        @Override
        double saved(final double baseline, final double strategy) {
            return 100 * (1 - strategy / baseline);
        }
    },

    /** The CPU time of an RPC that is saved. */
    RPC("CPU time saved on an RPC", "ns", "%,.1f", StrategyFigures::rpcNanos) {
        @Override
        double saved(final double baseline, final double strategy) {
            return baseline - strategy;
        }
    },

    /** How many more connections a second can be set up and torn down. */
    CAPACITY("more connections a second that can be set up and torn down", "%", "%,.1f", StrategyFigures::capacity) {
        @Override
        double saved(final double baseline, final double strategy) {
            return 100 * (strategy / baseline - 1);
        }
    },

    /** The IOTLB misses of an RPC that are saved. */
    MISSES("IOTLB misses saved on an RPC", "misses", "%,.3f", StrategyFigures::iotlbMisses) {
        @Override
        double saved(final double baseline, final double strategy) {
            return baseline - strategy;
        }
    };

    /** A difference of a smaller share of the baseline's figure comes from the order in which RPCs came. */
    private static final double LEAST_SHARE = 0.01;

    private final String title;
    private final String unit;
    private final String format;
    private final Function<StrategyFigures, Range> figure;

    Answer(final String title, final String unit, final String format, final Function<StrategyFigures, Range> figure) {
        this.title = title;
        this.unit = unit;
        this.format = format;
        this.figure = figure;
    }

    abstract double saved(double baseline, double strategy);

    /** Returns the saving; 0 if seeds differ by as much, or if it is too little to be a difference. */
    double of(final PairFigures pair) {
        final Range baseline = figure.apply(pair.baseline());
        final Range strategy = figure.apply(pair.strategy());
        final double difference = Math.abs(baseline.median() - strategy.median());
        return baseline.overlaps(strategy) || difference < LEAST_SHARE * baseline.median()
                ? 0
                : saved(baseline.median(), strategy.median());
    }

    String title() {
        return title;
    }

    String unit() {
        return unit;
    }

    /** Returns a value of it as text, without its unit. */
    String text(final double value) {
        return String.format(Locale.ROOT, format, value);
    }
}
