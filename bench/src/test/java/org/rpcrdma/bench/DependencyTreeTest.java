// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the dependency trees of programs that use an artifact. */
class DependencyTreeTest {
    private static final Pattern SIMULATOR = Pattern.compile("org\\.rpcrdma\\.(sim|capture|replay|junit)(\\..*)?");
    private static final Pattern PERMISSIVE =
            Pattern.compile(".*\\b(Apache|MIT|BSD|ASL|CC0)\\b.*", Pattern.CASE_INSENSITIVE);

    @ParameterizedTest
    @ValueSource(strings = {"frmr", "arena", "rnic", "udp", "transport", "integrations/oncrpc4j"})
    void shouldBringNoSimulatorWithTheTransport(final String module) throws IOException {
        assertNoSimulator(module);
    }

    /** Runs only on JDKs that build the module. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_22)
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
    void shouldBringNoSimulatorWithRealDevices() throws IOException {
        assertNoSimulator("ibverbs");
    }

    private static void assertNoSimulator(final String module) throws IOException {
        final List<String> simulator = ClassPath.ofUsersOf(module).ownPackages().stream()
                .filter(SIMULATOR.asMatchPredicate())
                .toList();
        assertEquals(List.of(), simulator);
    }

    /** This dependency is licensed under the LGPL. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "frmr",
                "arena",
                "transport",
                "udp",
                "transport-sim",
                "integrations/junit",
                "integrations/micrometer",
                "bench"
            })
    void shouldBringOncrpc4jWithItsOwnArtifactOnly(final String module) throws IOException {
        assertFalse(bringsOncrpc4j(module));
        assertTrue(bringsOncrpc4j("integrations/oncrpc4j"));
    }

    private static boolean bringsOncrpc4j(final String module) throws IOException {
        return ClassPath.ofUsersOf(module).entries().stream()
                .anyMatch(entry -> entry.toString().contains("oncrpc4j-core"));
    }

    @Test
    void shouldFindTheSimulatorInTheCommandLine() throws IOException {
        final List<String> packages = List.copyOf(ClassPath.ofUsersOf("bench").ownPackages());
        assertTrue(
                packages.contains("org.rpcrdma.sim") && packages.contains("org.rpcrdma.transport"),
                () -> "" + packages);
    }

    @Test
    void shouldBringOnlyPermissiveLicencesWithTheCommandLine() throws IOException {
        final List<Path> jars = ClassPath.ofUsersOf("bench").foreignJars();
        assertTrue(jars.size() > 5, jars::toString);
        for (final Path jar : jars) {
            final List<String> licences = PomLicences.of(jar);
            assertTrue(isPermissive(licences), () -> jar.getFileName() + ": " + licences);
        }
    }

    /** JUnit is on this test's class path, and is licensed under the Eclipse licence. */
    @Test
    void shouldRecognizeAnotherLicence() throws IOException {
        final Path junit = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.contains("junit-jupiter-api"))
                .map(Path::of)
                .findFirst()
                .orElseThrow();
        final List<String> licences = PomLicences.of(junit);
        assertFalse(licences.isEmpty());
        assertFalse(isPermissive(licences), licences::toString);
    }

    private static boolean isPermissive(final List<String> licences) {
        return licences.stream().anyMatch(PERMISSIVE.asMatchPredicate());
    }
}
