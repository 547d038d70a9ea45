// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.testkit.JavaPrograms;

/** Compiles the program in docs/transport.md and runs it on software devices. */
@Tag("pages")
@Timeout(60)
class DocumentedProgramTest {
    private static final Pattern PROGRAM = Pattern.compile("(?ms)^```java\n(import .*?)^```$.*?^```text\n(.*?)^```$");

    @TempDir
    private Path folder;

    @Test
    void shouldPrintWhatThePageShows() throws Exception {
        final Matcher page = PROGRAM.matcher(Files.readString(Path.of("../../docs/transport.md")));
        assertTrue(page.find());
        assertEquals(page.group(2), run(page.group(1)));
    }

    private String run(final String source) throws IOException, InterruptedException {
        final Path file = folder.resolve("OverRdma.java");
        Files.writeString(file, source);
        final String classPath = System.getProperty("java.class.path");
        final List<String> options = List.of("-proc:none", "-cp", classPath, "-d", folder.toString(), file.toString());
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new)));
        final String flags = "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED -XX:TieredStopAtLevel=1"
                + " -XX:+UseSerialGC -cp " + folder + File.pathSeparator + classPath;
        final Path home = Path.of(System.getProperty("java.home"));
        return JavaPrograms.run(JavaPrograms.of(home, "OverRdma", List.of(flags.split(" ")))
                        .redirectErrorStream(true))
                .replace(System.lineSeparator(), "\n");
    }
}
