// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.client;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.function.Function;
import org.rpcrdma.transport.CallFailedException;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcReply;

/** A call made by an asynchronous client, from its start on the event loop to its outcome. */
final class AsyncCall<T> implements ReplyHandler {
    @SuppressWarnings("rawtypes")
    private static final AtomicIntegerFieldUpdater<AsyncCall> CLAIMED =
            AtomicIntegerFieldUpdater.newUpdater(AsyncCall.class, "claimed");

    final PendingCall<T> pending;
    final CallStager stager;
    private final Function<? super RpcReply, ? extends T> reader;
    private final AsyncRpcRdmaClient client;
    private volatile int claimed;

    /** The staged call, from the time it is sent until it has an outcome; otherwise null. */
    CallSlot slot;

    AsyncCall(
            final AsyncRpcRdmaClient client,
            final CallStager stager,
            final Function<? super RpcReply, ? extends T> reader) {
        this.client = client;
        this.stager = stager;
        this.reader = reader;
        pending = new PendingCall<>(client.runner(), () -> client.abandon(this));
    }

    /**
     * Returns true for the first caller, which is either the event loop that starts the call or the thread whose task
     * was rejected.
     */
    boolean claim() {
        return CLAIMED.compareAndSet(this, 0, 1);
    }

    /** Reports the failure of a call that has never been sent. */
    void fail(final Throwable failure) {
        pending.fail(failure);
        pending.release();
    }

    @Override
    public void onReply(final RpcReply reply) {
        if (!pending.isDone()) {
            read(reply);
        }
        end();
    }

    private void read(final RpcReply reply) {
        final T result;
        try {
            result = reader.apply(reply);
        } catch (final Throwable e) {
            pending.fail(e);
            return;
        }
        pending.succeed(result);
    }

    @Override
    public void onFailure(final String reason) {
        pending.fail(new CallFailedException(reason));
        end();
    }

    private void end() {
        slot = null;
        pending.release();
        client.ended();
    }
}
