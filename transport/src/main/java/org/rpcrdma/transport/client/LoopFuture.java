// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.rpcrdma.transport.EventLoopRunner;

/**
 * A future that an event loop completes. The loop's own thread must not wait for the future, because the thread would
 * then deadlock.
 */
class LoopFuture<T> extends CompletableFuture<T> {
    private final EventLoopRunner runner;

    LoopFuture(final EventLoopRunner runner) {
        this.runner = runner;
    }

    @Override
    public T join() {
        checkThread();
        return super.join();
    }

    @Override
    public T get() throws InterruptedException, ExecutionException {
        checkThread();
        return super.get();
    }

    @Override
    public T get(final long timeout, final TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        checkThread();
        return super.get(timeout, unit);
    }

    private void checkThread() {
        if (!isDone() && runner.isOwner()) {
            throw new IllegalStateException("an event loop's thread must not wait for its own loop except by"
                    + " EventLoopRunner.await: thread=" + Thread.currentThread().getName());
        }
    }

    /** Creates a plain future for a dependent stage. It does not check which thread waits for it. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
