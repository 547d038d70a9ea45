// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.io.EOFException;
import java.net.SocketAddress;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.dcache.oncrpc4j.rpc.ReplyQueue;
import org.dcache.oncrpc4j.rpc.RpcReply;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.rpcrdma.transport.client.PendingCall;

/**
 * oncrpc4j's queue of calls that wait for replies. A call whose time is over, or whose caller waits no longer, is
 * withdrawn from the transport. Times are kept here: oncrpc4j's queue sets a timer before it has the call, and forgets
 * the caller if the timer is the first.
 */
final class WaitingCalls extends ReplyQueue {
    private final ConcurrentMap<Integer, Waiting> calls = new ConcurrentHashMap<>();
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        final Thread thread = new Thread(task, "rpcrdma call timeouts");
        thread.setDaemon(true);
        return thread;
    });
    private final boolean isVirtual;

    /**
     * @param isVirtual true if the transport's time is virtual: callers wait in real time, which it does not follow.
     */
    WaitingCalls(final boolean isVirtual) {
        this.isVirtual = isVirtual;
        timer.setRemoveOnCancelPolicy(true);
    }

    @Override
    public void registerKey(
            final int xid,
            final SocketAddress address,
            final CompletionHandler<RpcReply, RpcTransport> caller,
            final long timeout,
            final TimeUnit unit)
            throws EOFException {
        if (caller == null) {
            throw new UnsupportedOperationException(
                    "one-way calls are not possible over RDMA, because credits are returned"
                            + " with replies: call with a CompletionHandler, or over TCP");
        }
        final Waiting waiting = new Waiting(xid, caller, nanos(timeout, unit));
        calls.put(xid, waiting);
        super.registerKey(xid, address, waiting, 0, null);
        if (timeout > 0 && unit != null) {
            waiting.limit(timer.schedule(() -> late(xid), timeout, unit));
        }
    }

    private void late(final int xid) {
        final CompletionHandler<RpcReply, RpcTransport> waiting = get(xid);
        if (waiting != null) {
            waiting.failed(new TimeoutException("did not get reply in time"), null);
        }
    }

    /** Takes a call off, for its outcome, or because its caller waits no longer. */
    @Override
    public CompletionHandler<RpcReply, RpcTransport> get(final int xid) {
        final CompletionHandler<RpcReply, RpcTransport> taken = super.get(xid);
        if (taken instanceof Waiting waiting) {
            waiting.end();
        }
        return taken;
    }

    @Override
    public void shutdown() {
        timer.shutdownNow();
        super.shutdown();
    }

    /** Returns the number of calls with a waiting caller. */
    int count() {
        return calls.size();
    }

    private long nanos(final long timeout, final TimeUnit unit) {
        return isVirtual || unit == null ? 0 : Math.max(0, unit.toNanos(timeout));
    }

    /** Returns the timeout of a call, in nanoseconds; 0 if it has no timeout, or has timed out. */
    long timeoutNanos(final int xid) {
        final Waiting waiting = calls.get(xid);
        return waiting == null ? 0 : waiting.timeoutNanos;
    }

    /** Notes that a call was sent; withdraws it if it has timed out already. */
    void sent(final int xid, final PendingCall<?> pending) {
        final Waiting waiting = calls.get(xid);
        if (waiting == null) {
            pending.cancel(false);
        } else {
            waiting.sent(pending);
        }
    }

    /** Takes the outcome of a call to its caller. */
    private final class Waiting implements CompletionHandler<RpcReply, RpcTransport> {
        private final int xid;
        private final CompletionHandler<RpcReply, RpcTransport> caller;
        private final long timeoutNanos;
        private PendingCall<?> pending;
        private Future<?> limit;
        private boolean isOver;

        Waiting(final int xid, final CompletionHandler<RpcReply, RpcTransport> caller, final long timeoutNanos) {
            this.xid = xid;
            this.caller = caller;
            this.timeoutNanos = timeoutNanos;
        }

        void sent(final PendingCall<?> call) {
            synchronized (this) {
                pending = call;
                if (!isOver) {
                    return;
                }
            }
            call.cancel(false);
        }

        synchronized void limit(final Future<?> scheduled) {
            limit = scheduled;
            if (isOver) {
                scheduled.cancel(false);
            }
        }

        /** A call that has its outcome already is not touched. */
        private void end() {
            calls.remove(xid, this);
            final PendingCall<?> call;
            synchronized (this) {
                isOver = true;
                call = pending;
                if (limit != null) {
                    limit.cancel(false);
                }
            }
            if (call != null) {
                call.cancel(false);
            }
        }

        @Override
        public void completed(final RpcReply reply, final RpcTransport transport) {
            end();
            caller.completed(reply, transport);
        }

        @Override
        public void failed(final Throwable failure, final RpcTransport transport) {
            end();
            caller.failed(failure, transport);
        }
    }
}
