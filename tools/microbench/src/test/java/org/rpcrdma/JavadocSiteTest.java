// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Compares the overview of {@code mvn javadoc:aggregate} with the sources. */
class JavadocSiteTest {
    private static final Pattern MODULE = Pattern.compile("<module>([\\w/-]+)</module>");
    private static final Pattern OVERVIEW_LINK = Pattern.compile("\\{@link\\s+org\\.rpcrdma\\.([\\w.]+)}");

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
}
