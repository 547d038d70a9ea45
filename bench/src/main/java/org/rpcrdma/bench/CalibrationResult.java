/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Map;
import org.rpcrdma.bench.calibration.NegativeControl;

/** What {@code calibrate} found, in the shape of its JSON; modelled figures are virtual time, from the cost model. */
@JsonPropertyOrder({"set", "points", "worstError", "negativeControl"})
@JsonInclude(JsonInclude.Include.NON_NULL)
record CalibrationResult(
        Map<String, Double> set, List<Point> points, double worstError, NegativeControl negativeControl) {
    /** Beyond this error a point is marked. */
    static final double TARGET = 0.10;

    static CalibrationResult of(
            final Map<String, Double> set, final List<Point> points, final NegativeControl negativeControl) {
        final double worst = points.stream().mapToDouble(Point::error).max().orElse(0);
        return new CalibrationResult(set, points, worst, negativeControl);
    }

    /** A point of a curve; its error is a fraction of what was published, 0 or more. */
    @JsonPropertyOrder({"experiment", "preset", "unit", "x", "published", "modelled", "error"})
    record Point(
            String experiment, String preset, String unit, double x, double published, double modelled, double error) {
        static Point of(
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
