// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks the release information in the POMs. */
class ReleaseTest {
    private static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();

    /** Returns the POMs of the artifacts published as jars. */
    private static List<Path> published() throws IOException {
        try (Stream<Path> folders = Files.walk(PROJECT, 2)) {
            return folders.map(folder -> folder.resolve("pom.xml"))
                    .filter(Files::exists)
                    .filter(pom -> !has(pom, "<packaging>pom<") && !has(pom, "<maven.deploy.skip>true<"))
                    .sorted()
                    .toList();
        }
    }

    private static boolean has(final Path file, final String words) {
        try {
            return Files.readString(file).contains(words);
        } catch (final IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldHoldTheApiOfEveryPublishedJarToTheLastRelease() throws IOException {
        assertTrue(published().size() >= 8);
        assertTrue(Files.readString(PROJECT.resolve("tools/bom/pom.xml"))
                .matches("(?s).*<path>\\$\\{api.baseline}</path>.*" + "<skip>\\$\\{maven.deploy.skip}</skip>.*"));
    }

    /** .ci/release reads these packages from the module or the POM. */
    @Test
    void shouldReportThePackagesThatAreApiInAModuleOrInThePom() throws IOException {
        assertEquals(
                List.of(),
                published().stream()
                        .filter(pom -> !Files.exists(pom.resolveSibling("src/main/java/module-info.java"))
                                && !has(pom, "<documented.packages>"))
                        .toList());
    }

    /**
     * A bill of materials that contains JUnit, or an extension that depends on JUnit, would determine which JUnit
     * version a program uses.
     */
    @Test
    void shouldLeaveTheVersionOfJUnitToTheProgram() throws IOException {
        assertTrue(Files.readString(PROJECT.resolve("integrations/junit/pom.xml"))
                .matches("(?s).*<artifactId>junit-jupiter-api</artifactId>\\s*<scope>provided</scope>.*"));
        assertTrue(has(PROJECT.resolve("tools/bom/pom.xml"), "<dependencyManagement>interpolate<"));
    }

    /** A program that compares mappers must be free to choose its logging provider. */
    @Test
    void shouldBringNoLoggingProviderWithTheComparison() throws IOException {
        final ClassLoader classPath = ReleaseTest.class.getClassLoader();
        for (final String service : List.of("org.slf4j.spi.SLF4JServiceProvider", "java.lang.System$LoggerFinder")) {
            assertEquals(List.of(), Collections.list(classPath.getResources("META-INF/services/" + service)));
        }
    }
}
