// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.sensitivity;

import java.util.Locale;

/** A figure that answers what one strategy saves compared with another: above 0 if it saves. */
enum Answer {
    /** What both processors' work for a connection's coming and going is less. */
    CONNECTION("processor time saved on a connection's coming and going", "us", "%,.1f") {
        @Override
        double baseline(final PairFigures pair) {
            return pair.baseline().connectionNanos() / 1e3;
        }

        @Override
        double saved(final PairFigures pair) {
            return (pair.baseline().connectionNanos() - pair.strategy().connectionNanos()) / 1e3;
        }
    },

    /** The same as a share of all that a connection's coming and going takes. */
    SHARE("share of a connection's coming and going saved", "%", "%,.1f") {
        @Override
        double baseline(final PairFigures pair) {
            return 100;
        }

        @Override
        double saved(final PairFigures pair) {
            return 100
                    * (1 - pair.strategy().connectionNanos() / pair.baseline().connectionNanos());
        }
    },

    /** What the processors' work for an RPC is less. */
    RPC("processor time saved on an RPC", "ns", "%,.1f") {
        @Override
        double baseline(final PairFigures pair) {
            return pair.baseline().rpcNanos();
        }

        @Override
        double saved(final PairFigures pair) {
            return pair.baseline().rpcNanos() - pair.strategy().rpcNanos();
        }
    },

    /** How many more connections can come and go. */
    CAPACITY("more connections a second that can come and go", "%", "%,.1f") {
        @Override
        double baseline(final PairFigures pair) {
            return 100;
        }

        @Override
        double saved(final PairFigures pair) {
            return 100 * (pair.strategy().capacity() / pair.baseline().capacity() - 1);
        }
    },

    /** IOTLB misses that an RPC has less. */
    MISSES("IOTLB misses saved on an RPC", "misses", "%,.3f") {
        @Override
        double baseline(final PairFigures pair) {
            return pair.baseline().iotlbMisses();
        }

        @Override
        double saved(final PairFigures pair) {
            return pair.baseline().iotlbMisses() - pair.strategy().iotlbMisses();
        }
    };

    /** A difference of a smaller share of the baseline's figure is none. */
    private static final double LEAST_SHARE = 0.005;

    private final String title;
    private final String unit;
    private final String format;

    Answer(final String title, final String unit, final String format) {
        this.title = title;
        this.unit = unit;
        this.format = format;
    }

    abstract double baseline(PairFigures pair);

    abstract double saved(PairFigures pair);

    /** Returns what is saved; 0 if that is too little to be a difference. */
    double of(final PairFigures pair) {
        final double saved = saved(pair);
        return Math.abs(saved) < LEAST_SHARE * Math.abs(baseline(pair)) || Double.isNaN(saved) ? 0 : saved;
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
