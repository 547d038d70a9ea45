// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.rpcrdma.sim.cost.CostModel;

/**
 * Published figures of an experiment. A curve is a text file. Its first line is {@code # experiment=NAME unit=UNIT},
 * and each further line {@code x,y} is a point. Lines that begin with {@code #} are comments. The first line can end
 * with
 * <ul>
 *   <li>{@code machine=NAME} if hardware other than the experiment's default was measured;
 *   <li>{@code hardware=NAME} if another machine was measured, whose figures the named machine borrows;
 *   <li>{@code use=held-out} if no parameter is fitted to the figures.
 * </ul>
 *
 * @param experiment the kind of measurement.
 * @param preset     the cost model of the hardware.
 * @param hardware   the measured hardware if it differs from that machine, otherwise null.
 * @param isHeldOut  true if no parameter is fitted to the curve.
 * @param points     the measured points, at least one.
 */
public record Curve(Experiment experiment, String preset, String hardware, boolean isHeldOut, List<Point> points) {
    private static final Pattern HEADING = Pattern.compile("#\\s*experiment=(\\S+)\\s+unit=(\\S+)"
            + "(?:\\s+machine=(\\S+))?(?:\\s+hardware=(\\S+))?(\\s+use=held-out)?\\s*");
    private static final String COLUMNS = "x,y";

    /**
     * A point of a curve.
     *
     * @param x         the value of the varied quantity.
     * @param published the published figure, greater than 0, in the experiment's unit.
     */
    public record Point(double x, double published) {}

    /**
     * Reads a curve. Figures in a different unit of the same kind are converted: ns, us, ms and s; Mb/s and Gb/s; K/s
     * and M/s.
     *
     * @param text the text, which is read to its end but not closed.
     * @return the curve.
     * @throws IllegalArgumentException if the text is not a curve; the message contains the line and the error.
     * @throws IOException              if the text cannot be read.
     */
    public static Curve read(final BufferedReader text) throws IOException {
        final String first = text.readLine();
        final Matcher heading = HEADING.matcher(first == null ? "" : first);
        if (!heading.matches()) {
            throw refused(1, "must be '# experiment=NAME unit=UNIT': " + (first == null ? "" : first));
        }
        final Experiment experiment = experiment(heading.group(1));
        final String preset = heading.group(3) == null ? experiment.preset() : preset(heading.group(3));
        final double conversion;
        try {
            conversion = experiment.conversion(heading.group(2));
        } catch (final IllegalArgumentException e) {
            throw refused(1, e.getMessage());
        }
        return new Curve(
                experiment, preset, heading.group(4), heading.group(5) != null, points(text, experiment, conversion));
    }

    private static Experiment experiment(final String name) {
        return Experiment.of(name)
                .orElseThrow(() -> refused(
                        1,
                        "unknown experiment: experiment=" + name + " known="
                                + Arrays.stream(Experiment.values())
                                        .map(Experiment::label)
                                        .collect(Collectors.joining(","))));
    }

    private static String preset(final String name) {
        if (!CostModel.presets().contains(name)) {
            throw refused(1, "unknown machine: machine=" + name + " known=" + String.join(",", CostModel.presets()));
        }
        return name;
    }

    private static List<Point> points(final BufferedReader text, final Experiment experiment, final double conversion)
            throws IOException {
        final List<Point> points = new ArrayList<>();
        int number = 1;
        for (String line = text.readLine(); line != null; line = text.readLine()) {
            number++;
            final boolean isTitle = points.isEmpty() && line.strip().equals(COLUMNS);
            if (!line.isBlank() && !line.startsWith("#") && !isTitle) {
                final Point point = point(line, number, experiment);
                points.add(new Point(point.x, point.published * conversion));
            }
        }
        if (points.isEmpty()) {
            throw refused(number, "is the last line; no point 'x,y' follows");
        }
        return List.copyOf(points);
    }

    private static Point point(final String line, final int number, final Experiment experiment) {
        final String[] columns = line.split(",", -1);
        if (columns.length != 2) {
            throw refused(number, "must be 'x,y', two numbers: " + line);
        }
        final double x = value(columns[0].strip(), number);
        final double published = value(columns[1].strip(), number);
        if (!(published > 0)) {
            throw refused(number, "must have a figure above 0: y=" + columns[1].strip());
        }
        try {
            experiment.check(x);
        } catch (final IllegalArgumentException e) {
            throw refused(number, e.getMessage());
        }
        return new Point(x, published);
    }

    private static double value(final String text, final int number) {
        try {
            final double value = Double.parseDouble(text);
            if (Double.isFinite(value)) {
                return value;
            }
        } catch (final NumberFormatException e) {
            // reported below
        }
        throw refused(number, "must be 'x,y', two numbers: value=" + text);
    }

    private static IllegalArgumentException refused(final int line, final String why) {
        return new IllegalArgumentException("line " + line + " " + why);
    }
}
