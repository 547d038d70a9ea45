// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * JVMs that run without flags: the JVM that runs the tests and, with {@code -Plong}, every other version from 17 onward
 * that is installed next to it.
 */
public final class FlaglessJvms {
    private static final int OLDEST = 17;
    private static final Path INSTALLED = Path.of("/usr/lib/jvm");

    private FlaglessJvms() {}

    /**
     * Returns the home folders of the JVMs, one per version.
     *
     * @return the folders of the JDKs.
     * @throws IOException if they cannot be listed.
     */
    public static Stream<Path> homes() throws IOException {
        final TreeMap<Integer, Path> homes = new TreeMap<>();
        if (Effort.isFull() && Files.isDirectory(INSTALLED)) {
            try (Stream<Path> installed = Files.list(INSTALLED)) {
                installed.sorted().forEach(home -> homes.putIfAbsent(version(home), home));
            }
        }
        homes.put(Runtime.version().feature(), Path.of(System.getProperty("java.home")));
        return homes.tailMap(OLDEST).values().stream();
    }

    /** Returns the version of the JVM in a folder, or 0 if the folder contains no JVM. */
    private static int version(final Path home) {
        final Path release = home.resolve("release");
        if (!Files.isExecutable(home.resolve("bin/java")) || !Files.exists(release)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(release)) {
            return lines.filter(line -> line.startsWith("JAVA_VERSION="))
                    .map(line -> line.replaceAll("[^0-9.]", "").split("\\.")[0])
                    .mapToInt(Integer::parseInt)
                    .findFirst()
                    .orElse(0);
        } catch (final IOException e) {
            return 0;
        }
    }

    /**
     * Runs a program in a JVM without flags. Fails if the program fails.
     *
     * @param home    the JVM's folder.
     * @param program the main class.
     * @param options the JVM's options, none by default.
     * @return the lines of the program's output.
     * @throws IOException          if the program cannot be started.
     * @throws InterruptedException if this thread is interrupted.
     */
    public static List<String> run(final Path home, final Class<?> program, final String... options)
            throws IOException, InterruptedException {
        return JavaPrograms.run(JavaPrograms.of(home, program.getName(), List.of(options))
                        .redirectErrorStream(true))
                .lines()
                .toList();
    }
}
