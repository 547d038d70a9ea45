// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Runs one task per seed, on at most one thread per processor of this machine. */
final class SeedThreads {
    private SeedThreads() {}

    /**
     * Runs the seeds and waits until all are done. After a failure, no further seed is started.
     *
     * @param seeds   the number of seeds.
     * @param threads the maximum number of threads, including the caller's thread, which runs the first seed.
     * @param run     receives a seed's number, from 0.
     */
    static void run(final int seeds, final int threads, final IntConsumer run) {
        final AtomicInteger next = new AtomicInteger(1);
        final Runnable others = () -> {
            try {
                for (int seed = next.getAndIncrement(); seed < seeds; seed = next.getAndIncrement()) {
                    run.accept(seed);
                }
            } finally {
                next.set(seeds);
            }
        };
        final ExecutorService executor = Executors.newCachedThreadPool(task -> {
            final Thread thread = new Thread(task, "seed");
            thread.setDaemon(true);
            return thread;
        });
        try {
            final List<Future<?>> futures = new ArrayList<>();
            for (int i = 1; i < Math.min(seeds, threads); i++) {
                futures.add(executor.submit(others));
            }
            // a trace belongs to the thread that opened it
            run.accept(0);
            others.run();
            for (final Future<?> future : futures) {
                future.get();
            }
        } catch (final ExecutionException e) {
            throw rethrown(e.getCause());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while running the seeds", e);
        } finally {
            next.set(seeds);
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
