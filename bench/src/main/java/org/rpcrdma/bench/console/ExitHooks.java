// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

/** Threads that run when the JVM ends. */
public final class ExitHooks {
    private ExitHooks() {}

    /** Removes one; if the JVM is ending, it runs, and finds nothing left to do. */
    public static void remove(final Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            // The JVM is ending.
        }
    }
}
