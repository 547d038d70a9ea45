// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.calibration;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Map;

/** The result of {@code calibrate} as JSON. Modelled figures are virtual time, from the cost model. */
@JsonPropertyOrder({"set", "points", "worstError", "negativeControl"})
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CalibrationResult(
        Map<String, Double> set, List<Point> points, double worstError, NegativeControl negativeControl) {
    /** Beyond this error a point is marked. */
    static final double TARGET = 0.10;

    public static CalibrationResult of(
            final Map<String, Double> set, final List<Point> points, final NegativeControl negativeControl) {
        final double worst = points.stream().mapToDouble(Point::error).max().orElse(0);
        return new CalibrationResult(set, points, worst, negativeControl);
    }

    /** A point of a curve; its error is a fraction of what was published, 0 or more. */
    @JsonPropertyOrder({"experiment", "preset", "unit", "x", "published", "modelled", "error"})
    public record Point(
            String experiment, String preset, String unit, double x, double published, double modelled, double error) {
        public static Point of(
                final String experiment,
                final String preset,
                final String unit,
                final double x,
                final double published,
                final double modelled) {
            return new Point(
                    experiment, preset, unit, x, published, modelled, Math.abs(modelled - published) / published);
        }

        boolean isOff() {
            return error > TARGET;
        }
    }
}
