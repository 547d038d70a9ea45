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

/** Runs a comparison's seeds and what follows them, on at most one thread per processor of this machine. */
final class SeedThreads {
    private SeedThreads() {}

    /**
     * Runs the tasks and waits until all are done. After a failure, no further task is started.
     *
     * @param tasks   the number of tasks.
     * @param threads the maximum number of threads, including the caller's thread, which runs the first task.
     * @param run     receives a task's number, from 0.
     */
    static void run(final int tasks, final int threads, final IntConsumer run) {
        final AtomicInteger next = new AtomicInteger(1);
        final Runnable others = () -> {
            try {
                for (int task = next.getAndIncrement(); task < tasks; task = next.getAndIncrement()) {
                    run.accept(task);
                }
            } finally {
                next.set(tasks);
            }
        };
        final ExecutorService executor = Executors.newCachedThreadPool(task -> {
            final Thread thread = new Thread(task, "seed");
            thread.setDaemon(true);
            return thread;
        });
        try {
            final List<Future<?>> futures = new ArrayList<>();
            for (int i = 1; i < Math.min(tasks, threads); i++) {
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
            throw new IllegalStateException("interrupted while running the comparison", e);
        } finally {
            next.set(tasks);
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
