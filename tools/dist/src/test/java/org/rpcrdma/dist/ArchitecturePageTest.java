// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares docs/architecture.md with the project's artifacts and packages. */
class ArchitecturePageTest {
    private static final Pattern ARTIFACT = Pattern.compile("## ([a-z0-9-]+)");
    private static final Pattern PACKAGE = Pattern.compile("\\| `([a-z0-9.]+)` \\|.*");

    @Test
    void shouldListEveryPackage() throws IOException {
        final Map<String, Set<String>> listed = new TreeMap<>();
        String artifact = "";
        for (final String line :
                Page.read(Path.of("../../docs/architecture.md")).prose()) {
            final Matcher heading = ARTIFACT.matcher(line);
            final Matcher row = PACKAGE.matcher(line);
            if (heading.matches()) {
                artifact = heading.group(1);
            } else if (row.matches()) {
                listed.computeIfAbsent(artifact, name -> new TreeSet<>()).add("org.rpcrdma." + row.group(1));
            }
        }
        assertEquals(Set.of(), less(packages(), listed), "packages that docs/architecture.md does not list");
        assertEquals(Set.of(), less(listed, packages()), "packages that do not exist");
    }

    /** An internal package must say in its description that it is internal. */
    @Test
    void shouldMarkInternalPackages() throws IOException {
        final String page = Files.readString(Path.of("../../docs/architecture.md"));
        final Map<String, Path> sources = sources();
        for (final Map.Entry<String, Set<String>> artifact : packages().entrySet()) {
            for (final String name : artifact.getValue()) {
                final Path info = sources.get(artifact.getKey()).resolve(name.replace('.', '/') + "/package-info.java");
                assertEquals(
                        Files.exists(info) && Files.readString(info).contains("Internal"),
                        page.contains("| `" + name.replaceFirst("org.rpcrdma.", "") + "` | *internal:*"),
                        "docs/architecture.md and package-info.java differ: " + name);
            }
        }
    }

    private static Set<String> less(final Map<String, Set<String>> all, final Map<String, Set<String>> some) {
        final Set<String> left = new TreeSet<>();
        all.forEach((artifact, names) -> names.stream()
                .filter(name -> !some.getOrDefault(artifact, Set.of()).contains(name))
                .forEach(name -> left.add(artifact + ": " + name)));
        return left;
    }

    private static Map<String, Set<String>> packages() throws IOException {
        final Map<String, Set<String>> found = new TreeMap<>();
        for (final Map.Entry<String, Path> artifact : sources().entrySet()) {
            found.put(artifact.getKey(), packages(artifact.getValue()));
        }
        return found;
    }

    /** Returns the folder with each artifact's sources, keyed by the name of the artifact's folder. */
    private static Map<String, Path> sources() throws IOException {
        try (Stream<Path> folders = Files.walk(Path.of("../.."), 2)) {
            return folders.filter(folder -> Files.isDirectory(folder.resolve("src/main/java")))
                    .collect(Collectors.toMap(
                            folder -> folder.getFileName().toString(), folder -> folder.resolve("src/main/java")));
        }
    }

    private static Set<String> packages(final Path sources) throws IOException {
        final Set<String> packages = new TreeSet<>();
        try (Stream<Path> files = Files.walk(sources)) {
            files.filter(file -> file.toString().endsWith(".java") && !file.endsWith("module-info.java"))
                    .forEach(file -> packages.add(
                            sources.relativize(file.getParent()).toString().replace('/', '.')));
        }
        return packages;
    }
}
