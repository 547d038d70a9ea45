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
 * A reply queue for oncrpc4j, which contains the calls that are waiting for replies. If a call times out or its caller
 * stops waiting, the queue withdraws the call from the transport. This class measures the timeouts itself, because
 * oncrpc4j's queue starts a timer before it stores the call, and loses the caller if the timer expires first.
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
     * @param isVirtual true if the transport runs in virtual time. Callers wait in real time, which virtual time does
     *                  not follow.
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
                    "one-way calls are not supported over RDMA, because credits are returned in replies:"
                            + " pass a CompletionHandler or use TCP");
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

    /** Removes a call, because it has an outcome or its caller has stopped waiting. */
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

    /** Returns the number of calls with waiting callers. */
    int count() {
        return calls.size();
    }

    private long nanos(final long timeout, final TimeUnit unit) {
        return isVirtual || unit == null ? 0 : Math.max(0, unit.toNanos(timeout));
    }

    /** Returns a call's timeout, in nanoseconds, or 0 if the call has no timeout or has timed out. */
    long timeoutNanos(final int xid) {
        final Waiting waiting = calls.get(xid);
        return waiting == null ? 0 : waiting.timeoutNanos;
    }

    /** Records that a call was sent. Withdraws the call if it has already timed out. */
    void sent(final int xid, final PendingCall<?> pending) {
        final Waiting waiting = calls.get(xid);
        if (waiting == null) {
            pending.cancel(false);
        } else {
            waiting.sent(pending);
        }
    }

    /** Passes a call's outcome to its caller. */
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

        /** Completes the call, unless it already has an outcome. */
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
