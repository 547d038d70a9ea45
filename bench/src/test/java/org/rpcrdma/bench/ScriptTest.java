// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/**
 * A base class for tests that run the project's scripts. The test determines the programs and the processor usage that
 * the scripts find on the host.
 */
abstract class ScriptTest {
    static final Path PROJECT = Path.of("..").toAbsolutePath().normalize();
    /** Variables that configure the scripts. Tests do not inherit them. */
    private static final Pattern SETTINGS = Pattern.compile("CI_|INTEROP_|PERF_|RDMA_VM_|RPCRDMA_");

    static final String QUIET = "cpu 100 0 0 1000000 0 0 0 0 0 0";
    static final String BUSY = "cpu 900000 0 0 1000000 0 0 0 0 0 0";

    @TempDir
    Path folder;

    /** The environment variables of the scripts. */
    final Map<String, String> environment = new HashMap<>();

    /** The output lines of the last script. */
    List<String> lines;

    /** Writes the processor usage since boot to a file in the format of /proc/stat. */
    final void stat(final String name, final String line) throws IOException {
        Files.writeString(folder.resolve(name), line + "\n");
    }

    /** Creates a program. */
    final void script(final String name, final String body) throws IOException {
        final Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/usr/bin/env bash\n" + body + "\n");
        assertTrue(file.toFile().setExecutable(true));
    }

    /** Puts a folder first on the path on which scripts search for programs. */
    final void searchFirst(final String name) {
        environment.put("PATH", folder.resolve(name) + File.pathSeparator + System.getenv("PATH"));
    }

    /** Runs a command and returns its exit status. */
    final int run(final String... command) throws Exception {
        final Path printed = folder.resolve("printed");
        final ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(printed.toFile());
        builder.environment().keySet().removeIf(name -> SETTINGS.matcher(name).lookingAt());
        builder.environment().putAll(environment);
        final Process process = builder.start();
        assertTrue(process.waitFor(5, TimeUnit.MINUTES), "the script does not end");
        lines = Files.readAllLines(printed);
        return process.exitValue();
    }

    final void assertPrinted(final String pattern) {
        assertTrue(lines.stream().anyMatch(line -> line.matches(pattern)), () -> pattern + " in " + lines);
    }

    final void assertNotPrinted(final String pattern) {
        assertFalse(lines.stream().anyMatch(line -> line.matches(pattern)), () -> pattern + " in " + lines);
    }
}
