// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import java.util.Arrays;
import java.util.Optional;

/** The unit of an experiment's figures. Figures in a different unit of the same kind are converted. */
enum Unit {
    NANOSECONDS("ns", Kind.TIME, 1),
    /** Cycles of a processor at 4 GHz. */
    CYCLES("cycles", Kind.TIME, 0.25),
    MICROSECONDS("us", Kind.TIME, 1e3),
    MILLISECONDS("ms", Kind.TIME, 1e6),
    SECONDS("s", Kind.TIME, 1e9),
    MEGABITS("Mb/s", Kind.THROUGHPUT, 1e-3),
    GIGABITS("Gb/s", Kind.THROUGHPUT, 1),
    THOUSANDS("K/s", Kind.RATE, 1e-3),
    MILLIONS("M/s", Kind.RATE, 1);

    static final double NANOS_PER_CYCLE = CYCLES.size;

    private final String label;
    private final Kind kind;
    private final double size;

    Unit(final String label, final Kind kind, final double size) {
        this.label = label;
        this.kind = kind;
        this.size = size;
    }

    private enum Kind {
        TIME,
        THROUGHPUT,
        RATE
    }

    static Optional<Unit> of(final String label) {
        return Arrays.stream(values()).filter(unit -> unit.label.equals(label)).findFirst();
    }

    String label() {
        return label;
    }

    boolean isOfOneKindWith(final Unit other) {
        return kind == other.kind;
    }

    /** Returns the factor that converts a figure in this unit to another unit of the same kind. */
    double in(final Unit other) {
        return size / other.size;
    }
}
