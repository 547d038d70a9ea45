// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the unpacked tarball on a machine that has only Java and a few system commands. */
@EnabledOnOs(OS.LINUX)
@Tag("pages")
class TarballIT {
    /** The commands that the launcher uses. Maven is not among them. */
    private static final List<String> COMMANDS = List.of("bash", "dirname", "env", "grep", "readlink", "sed");

    private static final String[] COMPARE = {"compare", "--connections", "2", "--seeds", "1"};

    @TempDir
    private static Path folder;

    private static Path home;
    private static String comparison;

    @BeforeAll
    static void unpack() throws Exception {
        assertEquals(
                0,
                new ProcessBuilder("tar", "-xzf", System.getProperty("tarball"), "-C", folder.toString())
                        .inheritIO()
                        .start()
                        .waitFor());
        home = folder.resolve("rpcrdma-" + System.getProperty("version"));
        final Path bin = Files.createDirectory(folder.resolve("path"));
        for (final String command : COMMANDS) {
            final Path script =
                    Files.writeString(bin.resolve(command), "#!/bin/sh\nexec " + find(command) + " \"$@\"\n");
            assertTrue(script.toFile().setExecutable(true));
        }
        comparison = run(launcher(COMPARE));
    }

    @Test
    void shouldPrintItsVersion() throws Exception {
        final String printed = run(launcher("--version"));
        assertTrue(printed.startsWith("rpcrdma " + System.getProperty("version") + "\nJava "), printed);
    }

    @Test
    void shouldCompareWithoutMaven() {
        assertTrue(comparison.contains("instead of per-buffer-dma"), comparison);
    }

    @Test
    void shouldRunAsAJarWithoutFlags() throws Exception {
        final List<String> bare = new ArrayList<>(
                List.of(java(), "-jar", home.resolve("lib/rpcrdma.jar").toString()));
        bare.addAll(List.of(COMPARE));
        assertEquals(comparison, run(bare));
    }

    @Test
    void shouldRunAsModulesOfWhichNoneIsAddedByHand() throws Exception {
        final List<String> modules = new ArrayList<>(List.of(
                java(),
                "--add-exports=java.base/jdk.internal.misc=org.agrona",
                "-p",
                home.resolve("lib").toString(),
                "-m",
                "org.rpcrdma.bench/org.rpcrdma.bench.Rpcrdma"));
        modules.addAll(List.of(COMPARE));
        assertEquals(comparison, run(modules));
    }

    /** The modules in the container's runtime must be sufficient. */
    @Test
    void shouldRunOnTheRuntimeOfTheContainer() throws Exception {
        final String recipe = Files.readString(Path.of("Containerfile"));
        final String modules = recipe.lines()
                .filter(line -> line.startsWith("java.base,"))
                .findFirst()
                .orElseThrow();
        final Path runtime = folder.resolve("runtime");
        run(List.of(
                Path.of(System.getProperty("java.home"), "bin", "jlink").toString(),
                "--output",
                runtime.toString(),
                "--strip-java-debug-attributes",
                "--add-modules",
                modules));
        final ProcessBuilder linked = builder(launcher(COMPARE));
        linked.environment().put("JAVA_HOME", runtime.toString());
        assertEquals(comparison, output(linked));
    }

    @Test
    void shouldBringManPagesAndCompletion() throws Exception {
        final String page = Files.readString(home.resolve("share/man/man1/rpcrdma-compare.1"));
        assertTrue(page.contains("rpcrdma " + System.getProperty("version")), page);
        final String completion = Files.readString(home.resolve("share/bash-completion/completions/rpcrdma"));
        assertTrue(completion.contains("compare"), completion);
    }

    /** Commands that belong to higher artifacts must be found both on the class path and as modules. */
    @Test
    void shouldBringTheNfsServer() throws Exception {
        final String help = run(launcher("help", "nfs3-server"));
        assertTrue(help.contains("--export=DIR"), help);
        final String modules = run(List.of(
                java(),
                "--add-exports=java.base/jdk.internal.misc=org.agrona",
                "-p",
                home.resolve("lib").toString(),
                "-m",
                "org.rpcrdma.bench/org.rpcrdma.bench.Rpcrdma",
                "help",
                "nfs3-server"));
        assertEquals(help, modules);
        assertTrue(Files.exists(home.resolve("share/man/man1/rpcrdma-nfs3-server.1")));
    }

    @Test
    void shouldBringItsLicence() throws Exception {
        try (Stream<Path> files = Files.list(home)) {
            assertEquals(
                    List.of("CHANGELOG.md", "LICENSE", "NOTICE", "bin", "lib", "share"),
                    files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    private static List<String> launcher(final String... arguments) {
        final List<String> command =
                new ArrayList<>(List.of(home.resolve("bin/rpcrdma").toString()));
        command.addAll(List.of(arguments));
        return command;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static Path find(final String command) {
        return Stream.of(System.getenv("PATH").split(":"))
                .map(place -> Path.of(place, command))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    private static String run(final List<String> command) throws IOException, InterruptedException {
        return output(builder(command));
    }

    private static ProcessBuilder builder(final List<String> command) {
        final ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().clear();
        builder.environment().put("PATH", folder.resolve("path").toString());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        return builder;
    }

    private static String output(final ProcessBuilder builder) throws IOException, InterruptedException {
        final Path err = Files.createTempFile(folder, "err", "");
        final Process process = builder.redirectError(err.toFile()).start();
        final String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), () -> builder.command() + ": " + read(err));
        return out;
    }

    private static String read(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            return e.toString();
        }
    }
}
