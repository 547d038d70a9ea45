// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

/** Removes shutdown hooks. */
public final class ExitHooks {
    private ExitHooks() {}

    /**
     * Removes a shutdown hook. If the JVM is already shutting down, the hook still runs, so the hook must by then have
     * nothing left to do.
     */
    public static void remove(final Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (final IllegalStateException e) {
            // the JVM is shutting down
        }
    }
}
