// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.rpcrdma.transport.EventLoopRunner;

/**
 * A call of an {@link AsyncRpcRdmaClient}: a future for its result, with a stage for the release of its memory.
 * Thread-safe.
 *
 * <p>A call that is cancelled, timed out ({@link CompletableFuture#orTimeout}) or otherwise completed by its caller is
 * not sent if it is still waiting. If it was sent, the server may execute it, and its reply is ignored. In both cases
 * the call owns its chunk memory until {@link #released()}.
 *
 * <p>The future completes on the event loop's thread: use its {@code Async} methods for long work. On that thread,
 * {@link #join()} and {@link #get()} of an incomplete call throw {@link IllegalStateException}, because they would wait
 * forever. A call without a reply fails with {@link org.rpcrdma.transport.CallFailedException}.
 *
 * @param <T> the result's type.
 */
public final class PendingCall<T> extends LoopFuture<T> {
    private final CompletableFuture<Void> released = new CompletableFuture<>();
    private final Runnable onAbandoned;

    PendingCall(final EventLoopRunner runner, final Runnable onAbandoned) {
        super(runner);
        this.onAbandoned = onAbandoned;
    }

    /**
     * Returns a stage that completes when neither the peer nor the device can access the call's chunk memory.
     *
     * @return a stage that completes normally, whatever the call's result, on the event loop's thread and after the
     *     result.
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
