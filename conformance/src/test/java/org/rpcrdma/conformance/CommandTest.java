// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.stream.Stream;
import org.rpcrdma.bench.Rpcrdma;

/** Tests of {@code rpcrdma} as its launcher calls it. */
public abstract class CommandTest {
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

    /** Calls it with more arguments behind those that a test always gives. */
    final int rpcrdma(final List<String> first, final String... more) {
        return rpcrdma(Stream.concat(first.stream(), Stream.of(more)).toArray(String[]::new));
    }
}
