// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.JavaPrograms.jvmOptions;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.testkit.JavaPrograms;

/** Tests that the extension finds leaks with every supported JUnit version and in every configuration. */
class JUnitVersionsTest {
    private static final String NO_CLOSING = "junit.jupiter.extensions.store.close.autocloseable.enabled";

    @ParameterizedTest
    @CsvSource({"5.10.3, false", "5.12.2, true", "6.1.3, true", ", true"})
    void shouldFindLeaks(final String version, final boolean constructors) throws Exception {
        assertFound(run(version), constructors);
    }

    @Tag("long")
    @ParameterizedTest
    @CsvSource({"5.10.3, false", "6.1.3, true", ", true"})
    void shouldFindLeaksIfJUnitDoesNotCloseResources(final String version, final boolean constructors)
            throws Exception {
        assertFound(run(version, NO_CLOSING, "false"), constructors);
    }

    private static void assertFound(final List<String> outcomes, final boolean constructors) {
        assertTrue(outcomes.get(0).startsWith("LeakProgram$Shared FAILED "), outcomes::toString);
        assertEquals("acquires() SUCCESSFUL", outcomes.get(1));
        assertEquals("clean(ReceiveArena) SUCCESSFUL", outcomes.get(2), outcomes::toString);
        final String refusal = "constructor parameters require JUnit 5.12 or newer, or the lifecycle PER_CLASS: "
                + LeakProgram.Constructed.class.getName();
        final String constructed = outcomes.get(3);
        assertTrue(constructed.endsWith(constructors ? "sim0: fastRegisterRegions=1" : refusal), constructed);
        assertTrue(constructed.startsWith("constructed() FAILED "), constructed);
        assertEquals("leaking(SimulatedDevice, ProtectionDomain) FAILED sim0: fastRegisterRegions=1", outcomes.get(4));
        assertEquals(5, outcomes.size(), outcomes::toString);
    }

    /**
     * Runs the program in a separate JVM, either with a JUnit version that the build has copied or with the build's own
     * version.
     */
    private static List<String> run(final String version, final String... configuration) throws Exception {
        final String printed = JavaPrograms.run(JavaPrograms.of(
                LeakProgram.class,
                List.of(jvmOptions(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classPath(version)),
                configuration));
        return printed.lines()
                .filter(line -> line.contains(" SUCCESSFUL") || line.contains(" FAILED"))
                .sorted()
                .collect(Collectors.toList());
    }

    private static String classPath(final String version) {
        final String own = System.getProperty("java.class.path");
        if (version == null) {
            return own;
        }
        final String platform = version.replaceFirst("^5", "1");
        final Path junit = Path.of(
                System.getProperty("basedir", ""),
                "target/junit/junit-platform-console-standalone-" + platform + ".jar");
        assertTrue(junit.toFile().isFile(), junit::toString);
        return junit
                + File.pathSeparator
                + Arrays.stream(own.split(File.pathSeparator))
                        .filter(entry -> !entry.contains("junit-jupiter") && !entry.contains("junit-platform"))
                        .collect(Collectors.joining(File.pathSeparator));
    }
}
