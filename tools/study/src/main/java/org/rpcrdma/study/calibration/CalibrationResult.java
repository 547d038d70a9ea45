// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.rpcrdma.bench.console.Version;
import org.rpcrdma.sim.cost.CostModel;

/**
 * The result of {@code calibrate} as JSON. Modelled figures are virtual times from the cost model.
 *
 * @param version           the program's version.
 * @param set               the changes made with {@code --set}.
 * @param points            all points.
 * @param worstError        the largest error of the fitted points; 0 if no point is fitted.
 * @param worstHeldOutError the largest error of the other points; null if all points are fitted.
 * @param studyMachine      the machine that {@code compare} and the study use by default.
 * @param studyPoints       the number of points that were measured on that machine itself.
 * @param negativeControl   the negative control; null if only given curves were measured.
 * @param kernel            the traced kernels and the model's figures; null if only given curves were measured.
 * @param receiveForms      the forms of Receive buffers in Linux 7.3; null if only given curves were measured.
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CalibrationResult(
        String version,
        Map<String, Double> set,
        List<Point> points,
        double worstError,
        Double worstHeldOutError,
        String studyMachine,
        long studyPoints,
        NegativeControl negativeControl,
        List<KernelForm> kernel,
        List<ReceiveForm> receiveForms) {
    /** The error above which a point is marked. */
    static final double TARGET = 0.10;

    public static CalibrationResult of(
            final Map<String, Double> set,
            final List<Point> points,
            final NegativeControl negativeControl,
            final List<KernelForm> kernel,
            final List<ReceiveForm> receiveForms) {
        final String study = CostModel.presets().get(0);
        final boolean hasHeldOut = points.stream().anyMatch(Point::heldOut);
        return new CalibrationResult(
                Version.CURRENT,
                set,
                points,
                worst(points, point -> !point.heldOut),
                hasHeldOut ? worst(points, Point::heldOut) : null,
                study,
                points.stream().filter(point -> point.isOf(study)).count(),
                negativeControl,
                kernel,
                receiveForms);
    }

    private static double worst(final List<Point> points, final Predicate<Point> kind) {
        return points.stream().filter(kind).mapToDouble(Point::error).max().orElse(0);
    }

    Stream<Point> points(final boolean isHeldOut) {
        return points.stream().filter(point -> point.heldOut == isHeldOut);
    }

    /**
     * A point of a curve. Its error is a fraction of the published figure, 0 or more.
     *
     * @param hardware the measured hardware if it differs from the machine, otherwise null.
     * @param heldOut  true if no parameter is fitted to the point.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Point(
            String experiment,
            String machine,
            String hardware,
            boolean heldOut,
            String unit,
            double x,
            double published,
            double modelled,
            double error) {
        /**
         * Creates a point.
         *
         * @param curve     the curve that contains the point.
         * @param machine   the cost model used.
         * @param published the published point.
         * @param modelled  the model's figure.
         * @return the point, with its error.
         */
        public static Point of(
                final Curve curve, final String machine, final Curve.Point published, final double modelled) {
            return new Point(
                    curve.experiment().label(),
                    machine,
                    curve.hardware(),
                    curve.isHeldOut(),
                    curve.experiment().unit(),
                    published.x(),
                    published.published(),
                    modelled,
                    Math.abs(modelled - published.published()) / published.published());
        }

        boolean isOff() {
            return error > TARGET;
        }

        boolean isOf(final String machine) {
            return hardware == null && this.machine.equals(machine);
        }
    }
}
