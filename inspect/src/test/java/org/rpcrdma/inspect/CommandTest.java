// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect;

import java.io.PrintWriter;
import java.io.StringWriter;
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
}
