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

/** Tests of {@code rpcrdma} as its launcher calls it, in whatever artifact the command is. */
public abstract class CommandTest {
    /** All commands, which take long to put together. */
    public static final CommandLine WHOLE = Rpcrdma.commandLine();

    /** What the last call printed. */
    public final StringWriter out = new StringWriter();

    public final StringWriter err = new StringWriter();

    /** Calls it; returns the exit code. */
    public final int rpcrdma(final String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Rpcrdma.execute(WHOLE.setOut(new PrintWriter(out)).setErr(new PrintWriter(err)), arguments);
    }

    /** Calls it with the words of a line. */
    public final int rpcrdma(final String line) {
        return rpcrdma(line.split(" "));
    }

    /** Calls it with more arguments behind those that a test always gives. */
    public final int rpcrdma(final List<String> first, final String... more) {
        return rpcrdma(Stream.concat(first.stream(), Stream.of(more)).toArray(String[]::new));
    }

    /** Asserts that the last call printed nothing but one line, which names what was wrong. */
    public final void assertOneLine(final String named) {
        assertEquals("", out.toString());
        assertEquals(1, err.toString().lines().count(), err::toString);
        assertTrue(err.toString().contains(named), err::toString);
    }

    /** Returns a command by itself that reports failures as all do. */
    public static CommandLine alone(final Object command) {
        return new CommandLine(command)
                .setParameterExceptionHandler(WHOLE.getParameterExceptionHandler())
                .setExecutionExceptionHandler(WHOLE.getExecutionExceptionHandler());
    }

    /** Returns a program in a JVM of its own. */
    public static ProcessBuilder program(final Class<?> main, final String... arguments) {
        return JavaPrograms.of(main, List.of(JavaPrograms.jvmOptions(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"), arguments);
    }

    /** Returns arguments with more behind them. */
    public static String[] with(final String[] arguments, final String... more) {
        return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
    }
}
