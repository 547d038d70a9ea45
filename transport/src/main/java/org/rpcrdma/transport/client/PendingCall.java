// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.rpcrdma.transport.EventLoopRunner;

/**
 * A call made by an {@link AsyncRpcRdmaClient}. It is a future for the call's result, with a stage for the release of
 * its memory. Thread-safe.
 *
 * <p>The caller can cancel a call, let it time out ({@link CompletableFuture#orTimeout}) or complete it in another way.
 * If the call is still waiting at that time, it is not sent. If it has already been sent, the server may execute it,
 * but its reply is ignored. In both cases, the call owns its chunk memory until {@link #released()} completes.
 *
 * <p>The future completes on the event loop's thread. Use the {@code Async} methods for long work. If the call is
 * incomplete, {@link #join()} and {@link #get()} throw {@link IllegalStateException} on the loop's thread, because they
 * would wait forever. If a call receives no reply, it fails with {@link org.rpcrdma.transport.CallFailedException}.
 *
 * @param <T> the type of the result.
 */
public final class PendingCall<T> extends LoopFuture<T> {
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private final Runnable onAbandoned;

    PendingCall(final EventLoopRunner runner, final Runnable onAbandoned) {
        super(runner);
        this.onAbandoned = onAbandoned;
    }

    /**
     * Returns a stage that completes when neither the peer nor the device can access the call's chunk memory any
     * longer.
     *
     * @return a stage that always completes normally, on the event loop's thread, after the call's result is available.
     */
    public CompletionStage<Void> released() {
        return released.minimalCompletionStage();
    }

    void succeed(final T result) {
        super.complete(result);
    }

    void fail(final Throwable failure) {
        super.completeExceptionally(failure);
    }

    void release() {
        released.complete(null);
    }

    @Override
    public boolean complete(final T value) {
        return abandoned(super.complete(value));
    }

    @Override
    public boolean completeExceptionally(final Throwable failure) {
        return abandoned(super.completeExceptionally(failure));
    }

    @Override
    public boolean cancel(final boolean mayInterruptIfRunning) {
        return abandoned(super.cancel(mayInterruptIfRunning));
    }

    private boolean abandoned(final boolean isNow) {
        if (isNow) {
            onAbandoned.run();
        }
        return isNow;
    }
}
