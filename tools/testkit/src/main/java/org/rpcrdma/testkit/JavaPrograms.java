// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Creates programs that run in separate JVMs, without options from the environment. */
public final class JavaPrograms {
    private JavaPrograms() {}

    /**
     * Creates a program on the tests' class path, in a JVM of the same version as the tests.
     *
     * @param program   the main class.
     * @param options   the JVM's options, which may set a different class path.
     * @param arguments the program's arguments.
     * @return the program, not yet started; its standard error is this JVM's standard error.
     */
    public static ProcessBuilder of(final Class<?> program, final List<String> options, final String... arguments) {
        return of(Path.of(System.getProperty("java.home")), program.getName(), options, arguments);
    }

    /**
     * Creates a program in a given JVM.
     *
     * @param home      the JVM's folder.
     * @param program   the name of the main class.
     * @param options   the JVM's options, which may set a different class path than the tests' class path.
     * @param arguments the program's arguments.
     * @return the program, not yet started; its standard error is this JVM's standard error.
     */
    public static ProcessBuilder of(
            final Path home, final String program, final List<String> options, final String... arguments) {
        final List<String> command = new ArrayList<>(
                List.of(home.resolve("bin/java").toString(), "-cp", System.getProperty("java.class.path")));
        command.addAll(options);
        command.add(program);
        command.addAll(List.of(arguments));
        final ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
        return builder;
    }

    /**
     * Returns the option with which a JVM reads the commands' JVM options from a file in the project's folder.
     *
     * @return {@code @FILE}.
     */
    public static String jvmOptions() {
        Path folder = Path.of(System.getProperty("basedir", "")).toAbsolutePath();
        while (!Files.exists(folder.resolve("jvm.options"))) {
            folder = folder.getParent();
        }
        return "@" + folder.resolve("jvm.options");
    }

    /**
     * Runs a program until it exits. Fails if the program fails.
     *
     * @param program the program.
     * @return the program's output.
     * @throws IOException          if it cannot be started.
     * @throws InterruptedException if this thread is interrupted.
     */
    public static String run(final ProcessBuilder program) throws IOException, InterruptedException {
        final Process process = program.start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output;
    }
}
