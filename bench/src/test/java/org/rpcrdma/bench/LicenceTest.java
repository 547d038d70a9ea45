/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The formatter adds the licence header to classes but passes over {@code package-info.java}: here none is passed over. */
class LicenceTest {
    private static final Path ROOT = Path.of("..");

    @Test
    void shouldStandAtTheHeadOfEverySource() throws IOException {
        final String header = Files.readString(ROOT.resolve(".mvn/licence-header.txt"));
        final List<Path> sources = sources();

        assertTrue(sources.size() > 200, "sources=" + sources.size());
        assertEquals(
                List.of(),
                sources.stream()
                        .filter(source -> !read(source).startsWith(header))
                        .toList());
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.map(module -> module.resolve("src"))
                    .filter(Files::isDirectory)
                    .flatMap(LicenceTest::javaFiles)
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
