// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * One comparison in a grid.
 *
 * @param number   the point's number in the grid, from 1.
 * @param section  the name of the grid's section; may be empty.
 * @param settings the values of the options.
 * @param varied   the options that the section varies.
 */
public record Point(int number, String section, Map<String, String> settings, List<String> varied) {
    /** Returns the values that distinguish this point from the other points in its section. */
    public String values() {
        return varied.stream()
                .map(option -> option + "=" + settings.get(option))
                .collect(Collectors.joining(" "));
    }

    /**
     * Returns a label that distinguishes this point from all other points.
     *
     * @return the section's name, if it has one, and each varied option with its value.
     */
    public String label() {
        final String values = values();
        return section.isEmpty() || values.isEmpty() ? section + values : section + ": " + values;
    }
}
