// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code mvn javadoc:aggregate} shows users what the artifacts' own Javadoc shows, and nothing internal. */
class JavadocSiteTest {
    private static final Pattern MODULE = Pattern.compile("<module>([\\w/-]+)</module>");
    private static final Pattern INTERNAL = Pattern.compile("<internal.packages>([^<]*)</internal.packages>");
    private static final Pattern EXCLUDED = Pattern.compile("<excludePackageNames>(org[^<]*)</excludePackageNames>");
    private static final Pattern OVERVIEW_LINK = Pattern.compile("\\{@link\\s+org\\.rpcrdma\\.([\\w.]+)}");

    @Test
    void shouldLeaveOutWhatModulesCallInternal() throws IOException {
        final String root = Files.readString(Path.of("../../pom.xml"));
        final List<String> internal = MODULE.matcher(root)
                .results()
                .flatMap(module -> internalPackages(module.group(1)))
                .toList();
        final Matcher excluded = EXCLUDED.matcher(root);

        assertTrue(excluded.find(), "the site's excludePackageNames");
        assertEquals(
                new TreeSet<>(internal),
                new TreeSet<>(Arrays.asList(excluded.group(1).split(":"))));
    }

    @Test
    void shouldBeginWithAnOverviewWhoseLinksExist() throws IOException {
        final String root = Files.readString(Path.of("../../pom.xml"));
        final List<String> missing = OVERVIEW_LINK
                .matcher(Files.readString(Path.of("../../.mvn/overview.html")))
                .results()
                .map(link -> "src/main/java/org/rpcrdma/" + link.group(1).replace('.', '/') + ".java")
                .filter(source -> MODULE.matcher(root)
                        .results()
                        .noneMatch(module -> Files.exists(Path.of("../..", module.group(1), source))))
                .toList();
        assertEquals(List.of(), missing);
    }

    private static Stream<String> internalPackages(final String module) {
        try {
            return INTERNAL.matcher(Files.readString(Path.of("../..", module, "pom.xml")))
                    .results()
                    .flatMap(packages -> Arrays.stream(packages.group(1).split(":")));
        } catch (final IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
