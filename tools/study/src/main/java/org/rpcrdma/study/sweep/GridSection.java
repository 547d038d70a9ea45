// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.bench.console.InputException;

/**
 * A part of a grid, with one point for every combination of its settings' values.
 *
 * @param name     the title of the section; empty if the grid has only one section.
 * @param settings the values of each option, in order; an option with a single value is constant.
 */
public record GridSection(String name, Map<String, List<String>> settings) {
    /**
     * Creates a section.
     *
     * @param name     the title of the section.
     * @param settings the values of each option.
     * @throws InputException if a value is missing or repeated.
     */
    public GridSection {
        final Map<String, List<String>> copy = new LinkedHashMap<>();
        settings.forEach((option, values) -> copy.put(option, checked(option, values)));
        settings = Collections.unmodifiableMap(copy);
    }

    private static List<String> checked(final String option, final List<String> values) {
        final HashSet<String> seen = new HashSet<>();
        for (final String value : values) {
            if (value.isBlank()) {
                throw new InputException(option + " has an empty value among " + values);
            }
            if (!seen.add(value)) {
                throw new InputException(option + " has a value twice: " + value);
            }
        }
        if (values.isEmpty()) {
            throw new InputException(option + " has no value");
        }
        return List.copyOf(values);
    }

    /**
     * Returns the options with more than one value.
     *
     * @return the names of the options, in order.
     */
    public List<String> varied() {
        return settings.entrySet().stream()
                .filter(setting -> setting.getValue().size() > 1)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the number of points, at most {@link Integer#MAX_VALUE}. */
    int size() {
        long size = 1;
        for (final List<String> values : settings.values()) {
            size = Math.min(size * values.size(), Integer.MAX_VALUE);
        }
        return (int) size;
    }

    /** Returns the point with the given index. The values of the last option change fastest. */
    Point point(final int index, final int number) {
        int rest = index;
        int combinations = size();
        final Map<String, String> chosen = new LinkedHashMap<>();
        for (final Map.Entry<String, List<String>> setting : settings.entrySet()) {
            combinations /= setting.getValue().size();
            chosen.put(setting.getKey(), setting.getValue().get(rest / combinations));
            rest %= combinations;
        }
        return new Point(number, name, Collections.unmodifiableMap(chosen), varied());
    }

    /** Returns this section with the options that are set for the whole grid. */
    GridSection with(final Map<String, String> fixed) {
        final Map<String, List<String>> all = new LinkedHashMap<>();
        fixed.forEach((option, value) -> {
            final List<String> values = settings.getOrDefault(option, List.of());
            if (values.size() > 1) {
                throw new InputException(option + " is varied by the grid and also set outside it: " + value);
            }
            all.put(option, List.of(value));
        });
        settings.forEach(all::putIfAbsent);
        return new GridSection(name, all);
    }
}
