// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.rpcrdma.bench.console.InputException;

/**
 * Reads a grid from a text file. The file has one line {@code option = value, value, ...} per option. A line
 * {@code [NAME]} starts a section, and lines before the first section apply to all sections. A comment extends from
 * {@code #} to the end of the line.
 */
public final class GridFile {
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9._-]*");

    /** The maximum number of characters of a line that are quoted in a message. */
    private static final int LONGEST_SHOWN = 60;

    private final String name;
    /** Options whose value is a list. Commas in their values do not separate the values to vary. */
    private final Set<String> lists;

    private final Map<String, List<String>> common = new LinkedHashMap<>();
    private final Map<String, Map<String, List<String>>> sections = new LinkedHashMap<>();
    /** The settings of the current section. */
    private Map<String, List<String>> settings = common;

    private int lineNumber;

    private GridFile(final String name, final Set<String> lists) {
        this.name = name;
        this.lists = lists;
    }

    /**
     * Reads a grid.
     *
     * @param file  the file.
     * @param lists options that accept a list and cannot be varied.
     * @return the grid.
     * @throws InputException if the file is not a grid; the message contains the line.
     * @throws IOException    if the file cannot be read.
     */
    public static Grid read(final Path file, final Set<String> lists) throws IOException {
        return read(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8), lists);
    }

    /** Reads a grid from a text, given the name that messages use for the text. */
    static Grid read(final String name, final String text, final Set<String> lists) {
        final GridFile grid = new GridFile(name, lists);
        text.lines().forEach(grid::line);
        return grid.conclude();
    }

    private void line(final String text) {
        lineNumber++;
        final int comment = text.indexOf('#');
        final String line = (comment < 0 ? text : text.substring(0, comment)).strip();
        if (line.startsWith("[") && line.endsWith("]")) {
            beginSection(line.substring(1, line.length() - 1).strip());
        } else if (!line.isEmpty()) {
            setting(line);
        }
    }

    private void beginSection(final String section) {
        settings = new LinkedHashMap<>();
        if (section.isEmpty() || sections.put(section, settings) != null) {
            throw unusable("a section needs a unique name: [" + beginning(section) + "]");
        }
    }

    private void setting(final String line) {
        final int equals = line.indexOf('=');
        final String option = equals < 0 ? "" : line.substring(0, equals).strip();
        if (!NAME.matcher(option).matches()) {
            throw unusable("must be 'option = value, value, ...' or '[section]': " + beginning(line));
        }
        final String value = line.substring(equals + 1).strip();
        if (settings.put(option, values(option, value)) != null) {
            throw unusable(option + " is set twice");
        }
    }

    private List<String> values(final String option, final String text) {
        final List<String> values =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        final List<String> ofOption = lists.contains(option) ? List.of(String.join(",", values)) : values;
        try {
            new GridSection("", Map.of(option, ofOption));
        } catch (final InputException e) {
            throw unusable(e.getMessage());
        }
        return ofOption;
    }

    /** Returns the beginning of a text, which is long enough to recognize the text. */
    private static String beginning(final String text) {
        return text.length() <= LONGEST_SHOWN ? text : text.substring(0, LONGEST_SHOWN) + "...";
    }

    private InputException unusable(final String why) {
        return new InputException(name + ", line " + lineNumber + ": " + why);
    }

    private Grid conclude() {
        if (sections.isEmpty()) {
            if (common.isEmpty()) {
                throw new InputException(name + ": no 'option = value, value, ...' in " + lineNumber + " lines");
            }
            return Grid.of(common);
        }
        final List<GridSection> parts = new ArrayList<>();
        sections.forEach((section, own) -> {
            final Map<String, List<String>> all = new LinkedHashMap<>(common);
            // Options that a section varies keep the order of the section, not the order of the common lines.
            own.keySet().forEach(all::remove);
            all.putAll(own);
            parts.add(new GridSection(section, all));
        });
        return new Grid(parts);
    }
}
