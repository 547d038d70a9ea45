// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.rpcrdma.testkit.JavaPrograms;
import picocli.CommandLine;

/**
 * A base class for tests that call {@code rpcrdma} as its launcher does. The tested command can be part of any
 * artifact.
 */
public abstract class CommandTest {
    /** A command line with all commands, which takes long to construct. */
    public static final CommandLine WHOLE = Rpcrdma.commandLine();

    /** The output of the last call. */
    public final StringWriter out = new StringWriter();

    public final StringWriter err = new StringWriter();

    /** Runs the command line and returns its exit code. */
    public final int rpcrdma(final String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Rpcrdma.execute(WHOLE.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)), arguments);
    }

    /** Runs the command line with the arguments in a single line and returns its exit code. */
    public final int rpcrdma(final String line) {
        return rpcrdma(line.split(" "));
    }

    /**
     * Runs the command line with a test's fixed arguments, followed by further arguments, and returns its exit code.
     */
    public final int rpcrdma(final List<String> first, final String... more) {
        return rpcrdma(Stream.concat(first.stream(), Stream.of(more)).toArray(String[]::new));
    }

    /** Asserts that the last call printed exactly one line, which contains the given text. */
    public final void assertOneLine(final String named) {
        assertEquals("", out.toString());
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().contains(named), err::toString);
    }

    /** Returns a command line with a single command that reports failures in the same way as all other commands. */
    public static CommandLine alone(final Object command) {
        return new CommandLine(command)
                .setParameterExceptionHandler(WHOLE.getParameterExceptionHandler())
                .setExecutionExceptionHandler(WHOLE.getExecutionExceptionHandler());
    }

    /** Returns a builder that starts a program in a separate JVM. */
    public static ProcessBuilder program(final Class<?> main, final String... arguments) {
        return JavaPrograms.of(main, List.of(JavaPrograms.jvmOptions(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"), arguments);
    }

    /** Returns the given arguments, followed by further arguments. */
    public static String[] with(final String[] arguments, final String... more) {
        return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
    }
}
