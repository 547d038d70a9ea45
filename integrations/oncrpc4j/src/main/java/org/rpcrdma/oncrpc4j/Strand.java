// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Runs the tasks of one connection one after another. It occupies a pool thread only while it has tasks. Thread-safe.
 */
final class Strand implements Executor {
    private final Executor pool;
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean isRunning;

    Strand(final Executor pool) {
        this.pool = pool;
    }

    /** Runs a task after all earlier tasks. Throws {@link RejectedExecutionException} if the pool rejects it. */
    @Override
    public void execute(final Runnable task) {
        synchronized (this) {
            tasks.add(task);
            if (isRunning) {
                return;
            }
            isRunning = true;
        }
        try {
            pool.execute(this::runAll);
        } catch (final RejectedExecutionException e) {
            synchronized (this) {
                tasks.remove(task);
                isRunning = false;
            }
            throw e;
        }
    }

    private void runAll() {
        for (Runnable task = next(); task != null; task = next()) {
            task.run();
        }
    }

    private synchronized Runnable next() {
        final Runnable task = tasks.poll();
        isRunning = task != null;
        return task;
    }
}
