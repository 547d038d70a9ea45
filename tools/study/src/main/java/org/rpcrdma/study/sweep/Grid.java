// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rpcrdma.bench.console.InputException;

/**
 * The points of a sweep. Their order follows the order of sections, options and values.
 *
 * @param sections the sections of the grid, at least one.
 */
public record Grid(List<GridSection> sections) {
    /** The maximum number of points in a grid. A page with more points would not be useful. */
    static final int MOST_POINTS = 10_000;

    /**
     * Creates a grid from sections.
     *
     * @param sections the sections of the grid, at least one.
     * @throws InputException if the sections contain no points, or more points than a grid allows.
     */
    public Grid {
        sections = List.copyOf(sections);
        long size = 0;
        for (final GridSection section : sections) {
            size += section.size();
        }
        if (size > MOST_POINTS || size == 0) {
            throw new InputException("a grid must have from 1 to " + MOST_POINTS + " points: "
                    + (size == 0 ? "no section" : "it has more"));
        }
    }

    /**
     * Returns a grid with one section.
     *
     * @param settings the values of each option.
     * @return a grid with every combination of these values.
     */
    public static Grid of(final Map<String, List<String>> settings) {
        return new Grid(List.of(new GridSection("", settings)));
    }

    /**
     * Returns this grid with options that apply to all sections and override the sections' values.
     *
     * @param fixed the values by option.
     * @return the grid.
     * @throws InputException if a section varies one of the options.
     */
    public Grid with(final Map<String, String> fixed) {
        return new Grid(sections.stream().map(section -> section.with(fixed)).toList());
    }

    /**
     * Returns all points.
     *
     * @return the points, numbered from 1.
     */
    public List<Point> points() {
        final List<Point> points = new ArrayList<>();
        for (final GridSection section : sections) {
            for (int i = 0; i < section.size(); i++) {
                points.add(section.point(i, points.size() + 1));
            }
        }
        return points;
    }
}
