// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.io.EOFException;
import java.net.SocketAddress;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import org.dcache.oncrpc4j.rpc.ReplyQueue;
import org.dcache.oncrpc4j.rpc.RpcReply;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.rpcrdma.transport.client.PendingCall;

/** oncrpc4j's queue of calls that wait for replies. A call that oncrpc4j times out is withdrawn from the transport. */
final class WaitingCalls extends ReplyQueue {
    private final ConcurrentMap<Integer, Waiting> calls = new ConcurrentHashMap<>();

    @Override
    public void registerKey(
            final int xid,
            final SocketAddress address,
            final CompletionHandler<RpcReply, RpcTransport> caller,
            final long timeout,
            final TimeUnit unit)
            throws EOFException {
        if (caller == null) {
            throw new UnsupportedOperationException("one-way calls are not possible over RDMA, because credits return"
                    + " with replies: call with a CompletionHandler, or over TCP");
        }
        final Waiting waiting = new Waiting(xid, caller);
        calls.put(xid, waiting);
        super.registerKey(xid, address, waiting, timeout, unit);
    }

    /** A call is on its way; withdraws it if its time is over already. */
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
        private PendingCall<?> pending;
        private boolean isOver;

        Waiting(final int xid, final CompletionHandler<RpcReply, RpcTransport> caller) {
            this.xid = xid;
            this.caller = caller;
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

        /** A call that has its outcome already is not touched. */
        private void end() {
            calls.remove(xid, this);
            final PendingCall<?> call;
            synchronized (this) {
                isOver = true;
                call = pending;
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
