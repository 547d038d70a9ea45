// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of an endpoint's services and handlers: a program's executor, the event loop, or a pool of its own. */
final class Workers {
    private static final int LEAST_THREADS = 5;

    private final Executor executor;
    private final ExecutorService own;

    private Workers(final Executor executor, final ExecutorService own) {
        this.executor = executor;
        this.own = own;
    }

    static Workers of(final ExecutorService given, final boolean isSameThread, final int threads, final String name) {
        if (isSameThread) {
            return new Workers(Runnable::run, null);
        }
        if (given != null) {
            return new Workers(given, null);
        }
        final int count = threads > 0
                ? threads
                : Math.max(LEAST_THREADS, Runtime.getRuntime().availableProcessors());
        final AtomicInteger number = new AtomicInteger();
        final ExecutorService own = Executors.newFixedThreadPool(count, task -> {
            final Thread thread = new Thread(task, name + " worker " + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        return new Workers(own, own);
    }

    Executor executor() {
        return executor;
    }

    /** Ends the pool, if it is one, and waits for tasks that are under way; returns false if some still are. */
    boolean close(final long timeout, final TimeUnit unit) {
        if (own == null) {
            return true;
        }
        own.shutdown();
        try {
            return own.awaitTermination(timeout, unit);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
