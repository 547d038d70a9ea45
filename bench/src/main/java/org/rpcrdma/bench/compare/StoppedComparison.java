// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.ExitHooks;
import org.rpcrdma.bench.console.ProgressLine;

/**
 * Prints the finished strategies and seeds if a comparison is interrupted, for example by Ctrl-C. Writes no file,
 * because files contain only complete results.
 */
public final class StoppedComparison implements AutoCloseable {
    private final Thread hook = new Thread(this::stop, "stopped comparison");
    private final Comparison comparison;
    private final ComparisonText text;
    private final PrintWriter out;
    private final PrintWriter err;
    private final RunResults done;
    private ProgressLine line;
    private boolean hasEnded;

    /** Prints the result at the end of a job. */
    public interface Report {
        int print() throws IOException;
    }

    /**
     * Installs a shutdown hook.
     *
     * @param text the format of the results.
     * @param out  receives the results; null if standard output is for JSON.
     * @param err  receives the message that the comparison was stopped.
     */
    public StoppedComparison(
            final Comparison comparison, final ComparisonText text, final PrintWriter out, final PrintWriter err) {
        this.comparison = comparison;
        this.text = text;
        done = new RunResults(comparison.settings());
        this.out = out;
        this.err = err;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Registers the progress line, so that it stays on the terminal when results are printed. */
    public synchronized void show(final ProgressLine progress) {
        line = progress;
    }

    /** Returns the collection that receives the finished runs. */
    public RunResults done() {
        return done;
    }

    /**
     * Ends the comparison, after which it can no longer be interrupted. Prints the report unless the comparison was
     * interrupted.
     */
    public synchronized int finish(final Report report) throws IOException {
        if (hasEnded) {
            return ExitCode.FAILED;
        }
        hasEnded = true;
        return report.print();
    }

    /** Prints the results so far. */
    synchronized void stop() {
        if (hasEnded) {
            return;
        }
        hasEnded = true;
        if (line != null) {
            line.leave();
        }
        final List<StrategyResult> results = done.comparable();
        if (out != null && !results.isEmpty()) {
            final Comparison part = comparison.of(results);
            text.print(part, part.result(results), out);
        }
        err.println(
                "rpcrdma: stopped: " + done.count() + " of " + done.all() + " runs were done; no result is written");
        err.flush();
    }

    @Override
    public synchronized void close() {
        hasEnded = true;
        ExitHooks.remove(hook);
    }
}
