// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rpcrdma.bench.CommandTest;
import org.rpcrdma.bench.StandInProvider;
import org.rpcrdma.bench.console.ExitCode;

/** Compares docs/compare.md with the JSON that {@code compare} prints. */
@Tag("pages")
class CompareJsonPageTest extends CommandTest {
    private static final Pattern HEADING = Pattern.compile("^\\| field(?: of `([^`]+)`)? \\|.*");
    private static final Pattern BRACES = Pattern.compile("([^{]*)\\{([^}]*)}(.*)");
    private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)` \\|.*\\|$");
    private static final Pattern WORD = Pattern.compile("`([a-zA-Z0-9]+)`");

    @Test
    void shouldListTheFieldsThatComparePrints() throws IOException {
        final Set<String> printed = new TreeSet<>();
        collect("", json("compare", "--seeds", "2"), printed);
        final String echo = "compare --workload echo --seeds 1 --rpcs 3 --size 1K,4K --set cpu.program=1";
        collect("", json(echo.split(" ")), printed);
        printed.remove("set.cpu.program");
        printed.add("set.*");

        assertEquals(printed, documented());
    }

    @Test
    void shouldReportTheFieldsThatCompareOnADevicePrints() throws IOException {
        final Set<String> printed = new TreeSet<>();
        collect("", json("compare", "--device", StandInProvider.NAME, "--rpcs", "3"), printed);
        final Set<String> named = new TreeSet<>();
        for (final String line : section("## On a device")) {
            final Matcher word = WORD.matcher(line);
            while (word.find()) {
                named.add(word.group(1));
            }
        }
        // The JSON section describes the fields of echo's sizes and of the percentiles.
        for (final String path : printed) {
            final String field = path.replaceFirst(".*\\.", "").replace("[]", "");
            if (!path.startsWith("sizes[].") && !path.contains("latencyNanos.")) {
                assertEquals(
                        true, named.contains(field), "docs/compare.md does not list this field of a device: " + path);
            }
        }
    }

    /**
     * Returns the fields in the section's rows. A table's heading may contain their common prefix, and {a,b} stands for
     * two fields.
     */
    private static Set<String> documented() throws IOException {
        final Set<String> fields = new TreeSet<>();
        List<String> above = List.of("");
        for (final String line : section("## JSON")) {
            final Matcher heading = HEADING.matcher(line);
            final Matcher row = ROW.matcher(line);
            if (heading.matches()) {
                above = heading.group(1) == null ? List.of("") : expanded(heading.group(1) + ".");
            } else if (row.matches()) {
                for (final String prefix : above) {
                    expanded(row.group(1)).forEach(field -> fields.add(prefix + field));
                }
            }
        }
        return fields;
    }

    private static List<String> expanded(final String name) {
        final Matcher braces = BRACES.matcher(name);
        if (!braces.matches()) {
            return List.of(name);
        }
        return Arrays.stream(braces.group(2).split(","))
                .flatMap(word -> expanded(braces.group(1) + word + braces.group(3)).stream())
                .toList();
    }

    /** Returns the page's lines from a heading to the next heading of the same level. */
    private static List<String> section(final String heading) throws IOException {
        final List<String> lines = Page.read(Path.of("../../docs/compare.md")).prose();
        final List<String> behind = lines.subList(lines.indexOf(heading) + 1, lines.size());
        return behind.stream().takeWhile(line -> !line.startsWith("## ")).toList();
    }

    private static void collect(final String path, final JsonNode node, final Set<String> fields) {
        if (node.isArray()) {
            node.forEach(element -> collect(path + "[]", element, fields));
        } else if (node.isObject() && !node.has("median")) {
            node.properties().forEach(field -> {
                final String name = path.isEmpty() ? field.getKey() : path + "." + field.getKey();
                // The work object has one field per parameter.
                fields.add(name.replaceFirst("\\.work\\..*", ".work.*"));
                collect(name, field.getValue(), fields);
            });
        }
    }

    private JsonNode json(final String... arguments) throws IOException {
        assertEquals(ExitCode.DONE, rpcrdma(with(arguments, "--json", "-")), err.toString());
        return new ObjectMapper().readTree(out.toString());
    }
}
