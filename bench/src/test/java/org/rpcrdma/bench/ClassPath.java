// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** The class path of a program that uses one of our artifacts, as resolved by Maven for this build. */
record ClassPath(List<Path> entries) {
    private static final String CLASS = ".class";

    /** Returns the class path of a program that uses the artifact built in the given folder. */
    static ClassPath ofUsersOf(final String folder) throws IOException {
        final Path target = Path.of("..", folder, "target");
        final Path resolved = target.resolve("runtime-class-path");
        assertTrue(Files.exists(resolved), "Maven writes this file at generate-test-resources: " + resolved);
        final Stream<Path> dependencies = Arrays.stream(
                        Files.readString(resolved).strip().split(File.pathSeparator))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of);
        return new ClassPath(Stream.concat(Stream.of(target.resolve("classes")), dependencies)
                .toList());
    }

    /** Returns the jars that this project does not build. */
    List<Path> foreignJars() {
        return entries.stream()
                .filter(entry -> entry.toString().endsWith(".jar")
                        && !entry.getFileName().toString().startsWith("rpcrdma-"))
                .toList();
    }

    /** Returns the names of this project's packages on the class path. */
    TreeSet<String> ownPackages() throws IOException {
        final TreeSet<String> packages = new TreeSet<>();
        for (final Path entry : entries) {
            for (final String file : files(entry)) {
                if (file.startsWith("org/rpcrdma/") && file.endsWith(CLASS)) {
                    packages.add(file.substring(0, file.lastIndexOf('/')).replace('/', '.'));
                }
            }
        }
        return packages;
    }

    private static List<String> files(final Path entry) throws IOException {
        if (Files.isDirectory(entry)) {
            try (Stream<Path> files = Files.walk(entry)) {
                return files.map(file -> entry.relativize(file).toString()).toList();
            }
        }
        try (JarFile jar = new JarFile(entry.toFile())) {
            return jar.stream().map(file -> file.getName()).toList();
        }
    }
}
