// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.util.function.Supplier;

/**
 * A progress line on standard error, which each new text overwrites. Prints nothing unless the launcher detected a
 * terminal. Thread-safe.
 */
public final class ProgressLine implements AutoCloseable {
    private static final boolean SHOWN = Boolean.getBoolean("rpcrdma.progress");

    private final Thread onExit = new Thread(this::leave, "progress");
    private boolean hasEnded = !SHOWN;

    public ProgressLine() {
        if (SHOWN) {
            Runtime.getRuntime().addShutdownHook(onExit);
        }
    }

    /** Shows a text, which is computed only if it is shown. */
    public synchronized void show(final Supplier<String> text) {
        if (!hasEnded) {
            System.err.print("\r" + text.get() + "\033[K");
        }
    }

    /** Leaves the current text on the terminal and shows no further text, for example after Ctrl-C. */
    public synchronized void leave() {
        if (!hasEnded) {
            hasEnded = true;
            System.err.println();
        }
    }

    /** Erases the line. */
    @Override
    public synchronized void close() {
        if (!hasEnded) {
            hasEnded = true;
            System.err.print("\r\033[K");
            ExitHooks.remove(onExit);
        }
    }
}
