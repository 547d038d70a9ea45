// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Asserts that every Java block in README.md and docs is part of a compiled source, either of this module or of
 * oncrpc4j's tests. A single source must contain all paragraphs of a block in the same order, but may indent them
 * differently. oncrpc4j's DocumentedProgramTest compiles and runs the complete program in transport.md.
 */
class DocumentedExamplesTest {
    private static final Pattern BLOCK = Pattern.compile("^```java\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    @TestFactory
    Stream<DynamicTest> shouldBeCompiled() throws IOException {
        final List<String> sources = sources();
        final List<DynamicTest> tests = new ArrayList<>();
        for (final Path page : pages()) {
            final Matcher block = BLOCK.matcher(Files.readString(page));
            while (block.find()) {
                final String code = block.group(1);
                if (page.endsWith("transport.md") && code.startsWith("import ")) {
                    continue;
                }
                tests.add(DynamicTest.dynamicTest(
                        page.getFileName() + ": " + code.lines().findFirst().orElse(""),
                        () -> assertTrue(
                                sources.stream().anyMatch(source -> holds(source, code)),
                                page.getFileName() + ": no source of examples has this block:\n" + code)));
            }
        }
        assertFalse(tests.isEmpty());
        return tests.stream();
    }

    @Test
    void shouldNotFindABlockThatDiffersInAWord() {
        final String source = flat("class A {\n    int a = 1;\n    int b = 2;\n}\n");

        assertTrue(holds(source, "int a = 1;\n\nint b = 2;\n"));
        assertFalse(holds(source, "int b = 2;\n\nint a = 1;\n"));
        assertFalse(holds(source, "int a = 2;\n"));
        assertFalse(holds(source, "int a\n"));
    }

    /** The flattened text of every source of this module's programs and tests, and of oncrpc4j's tests. */
    private static List<String> sources() throws IOException {
        final List<String> sources = new ArrayList<>();
        for (final Path folder : List.of(Path.of("src"), Path.of("../integrations/oncrpc4j/src/test"))) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .map(file -> flat(read(file)))
                        .forEach(sources::add);
            }
        }
        return sources;
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../docs"))) {
            return Stream.concat(
                            Stream.of(Path.of("../README.md")),
                            files.filter(file -> file.toString().endsWith(".md"))
                                    .sorted())
                    .toList();
        }
    }

    private static boolean holds(final String source, final String block) {
        int from = 0;
        for (final String paragraph : block.strip().split("\n\\s*\n")) {
            final String lines = flat(paragraph);
            final int found = source.indexOf(lines, from);
            if (found < 0) {
                return false;
            }
            from = found + lines.length() - 1;
        }
        return true;
    }

    /** Removes the indentation and adds a line feed at both ends. */
    private static String flat(final String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("\n", "\n", "\n"));
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
