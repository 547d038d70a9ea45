// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The initial view of a section's plots, which shows the default values of the section's options.
 *
 * @param across the option along the x axis; null if the section varies nothing.
 * @param chosen a value for each option that the section varies.
 * @param fixed  the settings that all points of the section share, as text for readers.
 */
record SectionView(String across, Map<String, String> chosen, List<String> fixed) {
    /** Options that affect the figures. They are shown even if they were not set. */
    private static final List<String> TOLD = List.of("machine", "iommu", "credits", "shard-size");

    private static final Pattern NUMBER = Pattern.compile("(\\d+(?:\\.\\d+)?)([KkMm]?)");

    /**
     * Creates the view of a section.
     *
     * @param usual the defaults of the options.
     */
    static SectionView of(final GridSection section, final Map<String, String> usual) {
        final String across = across(section);
        final Map<String, String> chosen = new LinkedHashMap<>();
        for (final String option : section.varied()) {
            final List<String> values = section.settings().get(option);
            final boolean axis = option.equals(across) && isNumeric(values);
            chosen.put(option, axis ? values.get(values.size() - 1) : opening(values, usual.get(option)));
        }
        return new SectionView(across, chosen, fixed(section, usual));
    }

    private static String across(final GridSection section) {
        final List<String> varied = section.varied();
        return varied.stream()
                .filter(option -> isNumeric(section.settings().get(option)))
                .findFirst()
                .orElse(varied.isEmpty() ? null : varied.get(0));
    }

    private static boolean isNumeric(final List<String> values) {
        return values.stream().noneMatch(value -> Double.isNaN(number(value)));
    }

    private static String opening(final List<String> values, final String usual) {
        return values.stream().filter(value -> isSame(value, usual)).findFirst().orElse(values.get(0));
    }

    private static boolean isSame(final String value, final String usual) {
        return usual != null && (value.equalsIgnoreCase(usual) || number(value) == number(usual));
    }

    /** Parses numbers such as 65536, 64K and 2M. Returns NaN if the text is not a number. */
    private static double number(final String value) {
        final Matcher parts = NUMBER.matcher(value);
        if (!parts.matches()) {
            return Double.NaN;
        }
        final int shift = parts.group(2).isEmpty() ? 0 : parts.group(2).equalsIgnoreCase("K") ? 10 : 20;
        return Double.parseDouble(parts.group(1)) * (1 << shift);
    }

    private static List<String> fixed(final GridSection section, final Map<String, String> usual) {
        final List<String> fixed = new ArrayList<>();
        section.settings().forEach((option, values) -> {
            if (values.size() == 1 && !option.equals("strategy")) {
                fixed.add(option + " " + values.get(0));
            }
        });
        for (final String option : TOLD) {
            if (!section.settings().containsKey(option) && usual.containsKey(option)) {
                fixed.add(option + " " + usual.get(option));
            }
        }
        return fixed;
    }
}
