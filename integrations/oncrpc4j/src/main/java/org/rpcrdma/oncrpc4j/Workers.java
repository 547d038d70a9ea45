// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * An endpoint's threads. Services run on the program's executor, on the event loop, on a fixed-size pool, or on one
 * thread at a time per connection. Reply handlers run on an unbounded pool, because a service may wait for a call that
 * it makes itself.
 */
record Workers(Supplier<Executor> services, Executor replies, List<ExecutorService> own, ThreadGroup group) {
    private static final int LEAST_THREADS = 5;

    /** Runs services and handlers on the event loop. */
    static Workers onLoop() {
        return new Workers(() -> Runnable::run, Runnable::run, List.of(), null);
    }

    /** Processes each connection's calls one after the other. */
    static Workers perConnection(final String name) {
        final ThreadGroup group = new ThreadGroup(name);
        final ExecutorService replies = Executors.newCachedThreadPool(threads(group, name + " replies "));
        final ExecutorService services = Executors.newCachedThreadPool(threads(group, name + " connection "));
        return new Workers(() -> new Strand(services), replies, List.of(services, replies), group);
    }

    /** Runs the services of all connections on the given executor or, if it is null, on a pool. */
    static Workers of(final ExecutorService given, final int threads, final String name) {
        final ThreadGroup group = new ThreadGroup(name);
        final ExecutorService replies = Executors.newCachedThreadPool(threads(group, name + " replies "));
        if (given != null) {
            return new Workers(() -> given, replies, List.of(replies), group);
        }
        final int count = threads > 0
                ? threads
                : Math.max(LEAST_THREADS, Runtime.getRuntime().availableProcessors());
        final ExecutorService services = Executors.newFixedThreadPool(count, threads(group, name + " worker "));
        return new Workers(() -> services, replies, List.of(services, replies), group);
    }

    private static ThreadFactory threads(final ThreadGroup group, final String name) {
        final AtomicInteger number = new AtomicInteger();
        return task -> {
            final Thread thread = new Thread(group, task, name + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Returns true if the thread belongs to one of these pools. */
    boolean isOwn(final Thread thread) {
        return group != null && thread.getThreadGroup() == group;
    }

    /** Runs a task on a new daemon thread. */
    static void start(final Runnable task, final String name) {
        final Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** Shuts the pools down and waits a limited time for running tasks. */
    void close(final long timeout, final TimeUnit unit) {
        final long end = System.nanoTime() + unit.toNanos(timeout);
        own.forEach(ExecutorService::shutdown);
        for (final ExecutorService pool : own) {
            try {
                pool.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
