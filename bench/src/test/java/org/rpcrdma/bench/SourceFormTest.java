// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks rules that the formatter does not enforce: the licence header of {@code package-info.java}, and the width of
 * comments.
 */
class SourceFormTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern RIDDLE =
            Pattern.compile("(@return whether |@param +\\w+ +whether |\\* Sets (whether|who) |not to be had).*");
    private static final Pattern FORMAT =
            Pattern.compile("(String\\.format|\\.printf|new Formatter)\\((?!\\s*Locale\\b).*|\\.formatted\\(.*");
    private static final Pattern COMMENT = Pattern.compile("\\s*(/?\\*|//)");

    @Test
    void shouldBeginEverySourceWithTheLicenceHeader() throws IOException {
        final String header = Files.readString(ROOT.resolve(".mvn/licence-header.txt"));
        final List<Path> sources = sources();

        assertTrue(sources.size() > 200, "sources=" + sources.size());
        assertEquals(
                List.of(),
                sources.stream()
                        .filter(source -> !read(source).startsWith(header))
                        .toList());
    }

    @Test
    void shouldKeepCommentsWithin120Columns() throws IOException {
        assertEquals(
                List.of(),
                sources().stream()
                        .flatMap(source -> read(source)
                                .lines()
                                .filter(line -> line.length() > 120
                                        && COMMENT.matcher(line).lookingAt())
                                .map(line -> source.getFileName() + ": " + line.strip()))
                        .toList());
    }

    @Test
    void shouldReportWhatIsReturnedAndSetInPlainWords() throws IOException {
        assertEquals(
                List.of(),
                sources().stream()
                        .filter(source -> source.toString().contains("/src/main/"))
                        .flatMap(source -> RIDDLE.matcher(read(source))
                                .results()
                                .map(found -> source.getFileName() + ": " + found.group()))
                        .toList());
    }

    /** The default locale may have digits and separators that readers of the output do not expect. */
    @Test
    void shouldReportTheLocaleOfFormats() throws IOException {
        assertEquals(
                List.of(),
                sources().stream()
                        .filter(source -> source.toString().contains("/src/main/"))
                        .flatMap(source -> FORMAT.matcher(read(source))
                                .results()
                                .map(found -> source.getFileName() + ": " + found.group()))
                        .toList());
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> modules = Files.walk(ROOT, 2)) {
            return modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .flatMap(SourceFormTest::javaFiles)
                    .toList();
        }
    }

    private static Stream<Path> javaFiles(final Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList().stream();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(final Path source) {
        try {
            return Files.readString(source);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
