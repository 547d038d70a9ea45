// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.util.function.Supplier;

/** One line on standard error, written over and over; nothing unless the launcher saw a terminal there. */
public final class ProgressLine implements AutoCloseable {
    private static final boolean SHOWN = Boolean.getBoolean("rpcrdma.progress");

    private final Thread onExit = new Thread(this::leave, "progress");
    private boolean hasEnded = !SHOWN;

    public ProgressLine() {
        if (SHOWN) {
            Runtime.getRuntime().addShutdownHook(onExit);
        }
    }

    /** Shows another text; it is built only if it is shown. */
    public synchronized void show(final Supplier<String> text) {
        if (!hasEnded) {
            System.err.print("\r" + text.get() + "\033[K");
        }
    }

    /** Leaves the line's last text, and shows nothing more: the command is stopped, by Ctrl-C for example. */
    public synchronized void leave() {
        if (!hasEnded) {
            hasEnded = true;
            System.err.println();
        }
    }

    /** Wipes the line. */
    @Override
    public synchronized void close() {
        if (!hasEnded) {
            hasEnded = true;
            System.err.print("\r\033[K");
            ExitHooks.remove(onExit);
        }
    }
}
