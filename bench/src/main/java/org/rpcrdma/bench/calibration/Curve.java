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
package org.rpcrdma.bench.calibration;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Published figures of an experiment, as text: a first line {@code # experiment=NAME unit=UNIT}, then a line {@code x,y} a
 * point; further lines that begin with {@code #} are comments.
 *
 * @param experiment what was measured.
 * @param points     what came of it, at least one.
 */
public record Curve(Experiment experiment, List<Point> points) {
    private static final Pattern HEADING = Pattern.compile("#\\s*experiment=(\\S+)\\s+unit=(\\S+)\\s*");

    /**
     * A point of a curve.
     *
     * @param x         what was varied.
     * @param published the figure.
     */
    public record Point(double x, double published) {}

    /**
     * Reads a curve.
     *
     * @param text is read to its end, not closed.
     * @return the curve.
     * @throws IllegalArgumentException where it is none, naming the line.
     * @throws IOException              where it cannot be read.
     */
    public static Curve read(final BufferedReader text) throws IOException {
        final String first = text.readLine();
        final Matcher heading = HEADING.matcher(first == null ? "" : first);
        if (!heading.matches()) {
            throw new IllegalArgumentException("line 1 must be '# experiment=NAME unit=UNIT': " + first);
        }
        final Experiment experiment = Experiment.of(heading.group(1))
                .orElseThrow(() -> new IllegalArgumentException("no such experiment: name=" + heading.group(1)));
        if (!experiment.unit().equals(heading.group(2))) {
            throw new IllegalArgumentException(
                    "unit of " + experiment.label() + " must be " + experiment.unit() + ": unit=" + heading.group(2));
        }
        final List<Point> points = new ArrayList<>();
        int number = 1;
        for (String line = text.readLine(); line != null; line = text.readLine()) {
            number++;
            if (!line.isBlank() && !line.startsWith("#")) {
                points.add(point(line, number));
            }
        }
        if (points.isEmpty()) {
            throw new IllegalArgumentException("curve has no points: lines=" + number);
        }
        return new Curve(experiment, List.copyOf(points));
    }

    private static Point point(final String line, final int number) {
        final String[] columns = line.split(",", -1);
        try {
            if (columns.length == 2) {
                return new Point(Double.parseDouble(columns[0].strip()), Double.parseDouble(columns[1].strip()));
            }
        } catch (final NumberFormatException e) {
            // told below
        }
        throw new IllegalArgumentException("line " + number + " must be 'x,y', two numbers: " + line);
    }
}
