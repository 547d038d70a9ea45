// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Compares the module descriptors with the packages of their artifacts. Each package that users may import must be
 * exported.
 */
class ModuleDescriptorsTest {
    private static final Path HOME = Path.of(System.getProperty("basedir", ""), "../..");
    private static final Pattern EXPORT = Pattern.compile("(?m)^    exports ([\\w.]+);$");
    private static final String INTERNAL = "Internal: ";

    @TestFactory
    Stream<DynamicTest> shouldExportEveryPackageThatIsNotInternal() throws IOException {
        final List<Path> descriptors = descriptors();
        assertTrue(descriptors.size() >= 6, descriptors::toString);
        return descriptors.stream()
                .map(descriptor -> DynamicTest.dynamicTest(
                        descriptor.toString(), () -> assertEquals(packages(descriptor), exports(descriptor))));
    }

    private static List<Path> descriptors() throws IOException {
        try (Stream<Path> folders = Files.walk(HOME, 2)) {
            return folders.map(folder -> folder.resolve("src/main/java/module-info.java"))
                    .filter(Files::exists)
                    .sorted()
                    .toList();
        }
    }

    private static List<String> exports(final Path descriptor) throws IOException {
        return EXPORT.matcher(Files.readString(descriptor))
                .results()
                .map(export -> export.group(1))
                .toList();
    }

    private static List<String> packages(final Path descriptor) throws IOException {
        final Path sources = descriptor.getParent();
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.endsWith("package-info.java"))
                    .filter(file -> !read(file).contains(INTERNAL))
                    .map(file -> sources.relativize(file.getParent()).toString().replace('/', '.'))
                    .sorted()
                    .toList();
        }
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            throw new AssertionError(e);
        }
    }
}
