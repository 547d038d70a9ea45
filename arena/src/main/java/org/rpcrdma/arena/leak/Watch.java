// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.leak;

import java.lang.ref.Cleaner;

/**
 * Runs an action if an object becomes unreachable without being closed. The action must not reference the object.
 * Thread-safe.
 */
public final class Watch {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Cleaner.Cleanable cleanable;
    private volatile Runnable onLost;

    private Watch(final Object watched, final Runnable onLost) {
        this.onLost = onLost;
        cleanable = CLEANER.register(watched, this::run);
    }

    public static Watch over(final Object watched, final Runnable onLost) {
        return new Watch(watched, onLost);
    }

    private void run() {
        final Runnable lost = onLost;
        if (lost != null) {
            lost.run();
        }
    }

    /** Cancels the watch, because the object was closed. */
    public void end() {
        onLost = null;
        cleanable.clean();
    }
}
