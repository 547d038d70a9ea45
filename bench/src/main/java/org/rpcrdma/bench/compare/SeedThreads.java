// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;

/** Runs something once a seed, on as many threads as this machine has processors. */
final class SeedThreads {
    private SeedThreads() {}

    /**
     * Returns when all are done. If one fails, those that have not begun do not begin.
     *
     * @param seeds   how many there are.
     * @param threads how many run at once at most.
     * @param run     takes the number of a seed, from 0.
     */
    static void run(final int seeds, final int threads, final IntConsumer run) {
        final ExecutorService executor = Executors.newFixedThreadPool(Math.min(seeds, threads), task -> {
            final Thread thread = new Thread(task, "seed");
            thread.setDaemon(true);
            return thread;
        });
        try {
            final List<Future<?>> futures = new ArrayList<>();
            for (int i = 0; i < seeds; i++) {
                final int seed = i;
                futures.add(executor.submit(() -> run.accept(seed)));
            }
            for (final Future<?> future : futures) {
                future.get();
            }
        } catch (final ExecutionException e) {
            throw rethrown(e.getCause());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while seeds run", e);
        } finally {
            executor.shutdownNow();
        }
    }

    private static RuntimeException rethrown(final Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return (RuntimeException) cause;
    }
}
