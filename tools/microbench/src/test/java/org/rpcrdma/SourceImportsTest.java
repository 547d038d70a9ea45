// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.ArchitectureTest.IMPORTS;
import static org.rpcrdma.ArchitectureTest.ITSELF;
import static org.rpcrdma.ArchitectureTest.ROOMS;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Checks the imports in the sources too, because bytecode contains neither inlined constants nor links in
 * documentation.
 */
class SourceImportsTest {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package org\\.rpcrdma\\.([a-z0-9.]+);");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?org\\.rpcrdma\\.([a-z0-9.]+)\\.[A-Z]");

    @Test
    void shouldImportOnlyFromBelow() throws IOException {
        final List<String> upward = new ArrayList<>();
        int sources = 0;
        for (final Path source : sources()) {
            final String text = Files.readString(source);
            final Matcher own = PACKAGE.matcher(text);
            assertTrue(own.find(), source.toString());
            sources++;
            final Matcher imported = IMPORT.matcher(text);
            while (imported.find()) {
                if (!mayImport(own.group(1), imported.group(1))) {
                    upward.add(source.getFileName() + ": " + own.group(1) + " -> " + imported.group(1));
                }
            }
        }
        assertTrue(sources > 800, "sources=" + sources);
        assertEquals(List.of(), upward);
    }

    private static boolean mayImport(final String from, final String to) {
        final String above = artifactPackage(from);
        final String below = artifactPackage(to);
        if (!above.equals(below)) {
            return imports(above).contains(below);
        }
        return level(above, from) <= level(above, to);
    }

    /**
     * Returns the imports of the test artifact. It is on no other class path, so the rules for classes do not cover it.
     */
    private static List<String> imports(final String artifactPackage) {
        return artifactPackage.equals("testkit") ? List.of("verbs") : IMPORTS.get(artifactPackage);
    }

    private static String artifactPackage(final String name) {
        return name.split("\\.")[0];
    }

    /**
     * Returns a package's level, counted from the top. An artifact's main package is above its subpackages unless the
     * order specifies otherwise.
     */
    private static int level(final String artifactPackage, final String name) {
        final String room = name.equals(artifactPackage) ? ITSELF : name.substring(artifactPackage.length() + 1);
        final List<String> levels = ROOMS.getOrDefault(artifactPackage, List.of());
        for (int i = 0; i < levels.size(); i++) {
            if (Arrays.asList(levels.get(i).split(" ")).contains(room)) {
                return i;
            }
        }
        return -1;
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> modules = Files.walk(Path.of("../.."), 2)) {
            return modules.map(module -> module.resolve("src/main/java/org/rpcrdma"))
                    .filter(Files::isDirectory)
                    .flatMap(SourceImportsTest::javaFiles)
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
}
