// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the launcher in a checkout that contains only the files that the launcher uses. */
@EnabledOnOs(OS.LINUX)
class LauncherTest {
    private static final Path HOME = Path.of(System.getProperty("basedir", ""), "..");

    @TempDir
    private Path folder;

    private Path launcher;
    private String err;

    @BeforeEach
    void checkOut() throws IOException {
        launcher = Files.copy(HOME.resolve("rpcrdma"), folder.resolve("rpcrdma"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.copy(HOME.resolve("jvm.options"), folder.resolve("jvm.options"));
        Files.createDirectories(folder.resolve("bench/src/main"));
        Files.createDirectories(folder.resolve("bench/target/classes"));
        Files.createDirectories(folder.resolve("bin"));
        Files.createFile(folder.resolve("pom.xml"));
        Files.createFile(folder.resolve("bench/pom.xml"));
    }

    @Test
    void shouldEndAsStoppedWhenItIsStoppedWhileItBuilds() throws Exception {
        final Path begun = folder.resolve("begun");
        assertEquals(0, new ProcessBuilder("mkfifo", begun.toString()).start().waitFor());
        maven("trap 'exit 130' INT", "echo $$ > " + begun, "while :; do read -r -t 1 x < /dev/zero; done");
        final Process process = start(Map.of(), "--version");
        final String build = Files.readString(begun).strip();
        send("INT", Long.toString(process.pid()));
        send("INT", build);
        assertEquals(130, end(process), err);
        assertFalse(err.contains("failed"), err);
        assertFalse(err.contains("\033"), err);
    }

    @Test
    void shouldReportWithoutColoursWhyItCouldNotBuild() throws Exception {
        maven("printf '\\033[1;31m[ERROR]\\033[m COMPILATION ERROR\\n'", "exit 1");
        assertEquals(1, end(start(Map.of(), "--version")), err);
        assertTrue(err.startsWith("[ERROR] COMPILATION ERROR\nrpcrdma: the build failed, see "), err);
        assertFalse(err.contains("\033"), err);
    }

    @Test
    void shouldReportInOneLineThatItCannotWriteWhatItBuilds() throws Exception {
        Files.createDirectories(folder.resolve("bench/target/launcher.lock"));
        maven("exit 0");
        assertEquals(1, end(start(Map.of(), "--version")), err);
        assertEquals("rpcrdma: cannot build the changes: cannot write to " + folder + "/bench/target\n", err);
    }

    @Test
    void shouldRefuseAnOptionThatTheJvmDoesNotKnow() throws Exception {
        Files.writeString(
                folder.resolve("bench/target/launcher.stamp"), Runtime.version().feature() + "\n");
        for (final String option : List.of("-Xbogus", "-XX:+NoSuchThing", "-XmX16g")) {
            assertNotEquals(0, end(start(Map.of("RPCRDMA_JAVA_OPTS", option), "--version")));
            assertTrue(err.contains("Unrecognized"), err);
        }
        end(start(Map.of("RPCRDMA_JAVA_OPTS", "-Xmx64m"), "--version"));
        assertTrue(err.contains("org.rpcrdma.bench.Rpcrdma"), "nothing but the class is missing: " + err);
        assertFalse(err.contains("Unrecognized"), err);
    }

    @Test
    void shouldKeepACollectorThatTheUserChooses() throws Exception {
        Files.writeString(
                folder.resolve("bench/target/launcher.stamp"), Runtime.version().feature() + "\n");
        for (final String variable : List.of("RPCRDMA_JAVA_OPTS", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS")) {
            end(start(Map.of(variable, "-Xmx64m -XX:+UseParallelGC"), "--version"));
            assertTrue(err.contains("org.rpcrdma.bench.Rpcrdma"), "nothing but the class is missing: " + err);
        }
        end(start(Map.of("RPCRDMA_JAVA_OPTS", "-Xlog:gc:stderr"), "--version"));
        assertTrue(err.contains("Using Serial"), err);
    }

    @Test
    void shouldHaveTablesAsWideAsTheTerminal() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "needs script");
        final Map<String, String> jdk = jdk("echo \"columns=$COLUMNS\"");
        final ProcessBuilder terminal =
                new ProcessBuilder("script", "-qec", "stty cols 77; " + launcher + " --version", "/dev/null");
        terminal.environment().remove("COLUMNS");
        terminal.environment().putAll(jdk);
        final Process process = terminal.redirectErrorStream(true).start();
        process.getOutputStream().close();
        final String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(printed.contains("columns=77"), printed);
    }

    @Test
    void shouldLeaveOutTheOptimizingCompilerForAShortComparisonOnly() throws Exception {
        final Map<String, String> jdk = jdk("echo \"$@\" >&2");

        for (final String option : List.of("--strategy=shard-dma", "--json=-", "--seed=7")) {
            assertEquals(0, end(start(jdk, "compare", option)), err);
            assertTrue(err.contains("-XX:TieredStopAtLevel=1"), err);
        }
        for (final String option : List.of("--connections=1000", "--seeds", "--device=rxe0")) {
            assertEquals(0, end(start(jdk, "compare", option)), err);
            assertFalse(err.contains("TieredStopAtLevel"), err);
        }
        assertEquals(0, end(start(jdk, "sweep")), err);
        assertFalse(err.contains("TieredStopAtLevel"), err);
    }

    @Test
    void shouldLeaveTheHeapToConnectionsThatAreOpenTogether() throws Exception {
        final Map<String, String> jdk = jdk("echo \"$@\" >&2");

        for (final String together : List.of(
                "--arrivals=at-once",
                "--arrivals=10000",
                "--arrivals=250000",
                "--arrivals=1e5",
                "--arrivals=1000,at-once",
                "--mounted",
                "--think-time=1000000")) {
            assertEquals(0, end(start(jdk, "compare", "--connections", "100000", together)), err);
            assertTrue(err.contains("-XX:MaxNewSize=64m -XX:InitialRAMPercentage=30"), err);
        }
        assertEquals(0, end(start(jdk, "compare", "--arrivals", "at-once", "--connections", "100000")), err);
        assertTrue(err.contains("-XX:+UseParallelGC"), err);
        for (final String rate : List.of("--arrivals=1000", "--seed=7")) {
            assertEquals(0, end(start(jdk, "compare", "--connections", "100000", rate)), err);
            assertTrue(err.contains("-XX:+UseSerialGC") && !err.contains("NewSize"), err);
        }
        final Map<String, String> another = new TreeMap<>(jdk);
        another.put("RPCRDMA_JAVA_OPTS", "-XX:+UseParallelGC");
        assertEquals(0, end(start(another, "compare", "--connections", "100000", "--arrivals", "at-once")), err);
        assertFalse(err.contains("NewSize"), err);
    }

    /**
     * In these locales, Java cannot open files whose names contain non-ASCII characters. nfs3-server reads the host's
     * errors in English.
     */
    @Test
    void shouldRunInALocaleThatHasAllFileNames() throws Exception {
        final Map<String, String> environment = new TreeMap<>(jdk("echo \"locale=$LC_ALL\" >&2"));
        for (final String locale : List.of("C", "POSIX", "xx_XX.UTF-8")) {
            environment.put("LC_ALL", locale);
            assertEquals(0, end(start(environment, "decode")), err);
            assertTrue(err.endsWith("locale=C.UTF-8\n"), err); // bash warns of a locale that the host lacks
        }
        environment.put("LC_ALL", "");
        environment.put("LC_CTYPE", "C.UTF-8");
        assertEquals(0, end(start(environment, "decode")), err);
        assertEquals("locale=\n", err);
        assertEquals(0, end(start(environment, "nfs3-server")), err);
        assertEquals("locale=C.UTF-8\n", err);
    }

    /** Java must not mistake the first file that it opens for standard input. */
    @Test
    void shouldGiveJavaAnEmptyStandardInputWhenItIsClosed() throws Exception {
        final ProcessBuilder builder = new ProcessBuilder("bash", "-c", launcher + " --version <&-");
        builder.environment().putAll(jdk("readlink /proc/self/fd/0 >&2"));
        assertEquals(0, end(builder.start()), err);
        assertEquals("/dev/null\n", err);
    }

    @Test
    void shouldPutTheMicrobenchmarksOnTheClassPathOfJmhOnly() throws Exception {
        final Map<String, String> jdk = jdk("echo \"$@\" >&2");
        for (final String module : List.of("bench", "microbench")) {
            Files.createDirectories(folder.resolve(module).resolve("target"));
            Files.writeString(folder.resolve(module).resolve("target/launcher.stamp"), "17\n");
        }

        assertEquals(0, end(start(jdk, "compare", "jmh")), err);
        assertTrue(err.contains("/bench/target/lib/*") && !err.contains("/microbench/"), err);
        assertEquals(0, end(start(jdk, "jmh", "EchoRpc")), err);
        assertTrue(
                err.contains("/microbench/target/rpcrdma-microbench.jar:") && err.contains("/microbench/target/lib/*"),
                err);
    }

    /** Otherwise, the class path would contain both the old jars and their replacements. */
    @Test
    void shouldRemoveJarsThatAnEarlierBuildNeeded() throws Exception {
        final Map<String, String> jdk = jdk("");
        Files.delete(folder.resolve("bench/target/launcher.stamp"));
        final Path target = folder.resolve("bench/target");
        final Path lib = Files.createDirectories(target.resolve("lib"));
        for (final String jar : List.of("old-1.jar", "kept-2.jar", "last-3.jar", "rpcrdma-ours-0.1.0.jar")) {
            Files.writeString(lib.resolve(jar), "");
        }
        maven("printf 'z/target/rpcrdma-ours.jar:x/kept-2.jar:y/last-3.jar' > " + target.resolve("runtime-class-path"));

        assertEquals(0, end(start(jdk, "--version")), err);

        try (Stream<Path> left = Files.list(lib)) {
            assertEquals(
                    List.of("kept-2.jar", "last-3.jar", "rpcrdma-ours-0.1.0.jar"),
                    left.map(jar -> jar.getFileName().toString()).sorted().toList());
        }
    }

    private void maven(final String... lines) throws IOException {
        script(folder.resolve("bin/mvn"), String.join("\n", lines));
    }

    /**
     * Replaces Java with a script, in a checkout that appears to be built. Returns the environment that selects the
     * script.
     */
    private Map<String, String> jdk(final String script) throws IOException {
        script(Files.createDirectories(folder.resolve("jdk/bin")).resolve("java"), script);
        Files.writeString(folder.resolve("bench/target/launcher.stamp"), "17\n");
        return Map.of("JAVA_HOME", folder.resolve("jdk").toString());
    }

    private static void script(final Path file, final String lines) throws IOException {
        Files.writeString(file, "#!/usr/bin/env bash\n" + lines + "\n");
        assertTrue(file.toFile().setExecutable(true));
    }

    /** Starts the launcher with interrupts enabled, as in a terminal, no matter how the build runs. */
    private Process start(final Map<String, String> environment, final String... arguments) throws IOException {
        final List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT", launcher.toString()));
        command.addAll(List.of(arguments));
        final ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    private int end(final Process process) throws IOException, InterruptedException {
        err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor();
    }

    private static void send(final String signal, final String pid) throws IOException, InterruptedException {
        assertEquals(0, new ProcessBuilder("kill", "-" + signal, pid).start().waitFor());
    }
}
