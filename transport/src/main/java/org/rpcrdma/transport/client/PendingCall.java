// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.rpcrdma.transport.EventLoopRunner;

/**
 * A call of an {@link AsyncRpcRdmaClient}: its result, and when its memory is the caller's again.
 *
 * <p>A call that is cancelled, timed out ({@link CompletableFuture#orTimeout}) or otherwise completed by its caller is
 * not sent if it still waits. If it was sent, the server may carry it out, and its reply is ignored. Either way its
 * chunk memory belongs to the call until {@link #released()}.
 *
 * <p>The result comes on the event loop's thread: work that takes long belongs behind an {@code Async} method. On that
 * thread {@link #join()} and {@link #get()} of a call without a result throw an {@link IllegalStateException}, because
 * they would wait for ever. A reason without a reply is a {@link org.rpcrdma.transport.CallFailedException}.
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
     * Returns when neither the peer nor the device can reach the call's chunk memory, whatever became of its result.
     *
     * @return completed on the event loop's thread, normally in each case, behind the result.
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
