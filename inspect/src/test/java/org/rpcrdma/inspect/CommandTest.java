// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.rpcrdma.bench.Rpcrdma;
import picocli.CommandLine;

/** Tests of {@code rpcrdma} as its launcher calls it. */
public abstract class CommandTest {
    /** All commands, which take long to put together. */
    private static final CommandLine WHOLE = Rpcrdma.commandLine();

    /** What the last call printed. */
    public final StringWriter out = new StringWriter();

    public final StringWriter err = new StringWriter();

    /** Calls it; returns the exit code. */
    public final int rpcrdma(final String... arguments) {
        out.getBuffer().setLength(0);
        err.getBuffer().setLength(0);
        return Rpcrdma.execute(
                Rpcrdma.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err)), arguments);
    }

    /** Returns a command by itself that reports failures as all do. */
    static CommandLine alone(final Object command) {
        return new CommandLine(command)
                .setParameterExceptionHandler(WHOLE.getParameterExceptionHandler())
                .setExecutionExceptionHandler(WHOLE.getExecutionExceptionHandler());
    }
}
