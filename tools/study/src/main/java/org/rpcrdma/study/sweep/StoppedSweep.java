// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import java.io.PrintWriter;
import java.util.function.Supplier;
import org.rpcrdma.bench.console.ExitHooks;
import org.rpcrdma.bench.console.ProgressLine;

/** Prints instructions for resuming when a sweep is stopped, for example by Ctrl-C. */
final class StoppedSweep implements AutoCloseable {
    private final Thread hook = new Thread(this::stop, "stopped sweep");
    private final Supplier<String> done;
    private final PrintWriter err;
    private ProgressLine line;
    private boolean hasEnded;

    /**
     * Installs a shutdown hook.
     *
     * @param done describes the points that are done.
     */
    StoppedSweep(final Supplier<String> done, final PrintWriter err) {
        this.done = done;
        this.err = err;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Sets the progress line, which is ended before the instructions are printed. */
    synchronized void show(final ProgressLine progress) {
        line = progress;
    }

    synchronized void stop() {
        if (!hasEnded) {
            hasEnded = true;
            if (line != null) {
                line.leave();
            }
            err.println("rpcrdma: stopped: " + done.get() + "; run the same command again to resume");
            err.flush();
        }
    }

    @Override
    public synchronized void close() {
        hasEnded = true;
        ExitHooks.remove(hook);
    }
}
