// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.io.IOException;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.dcache.oncrpc4j.rpc.OncRpcAcceptedException;
import org.dcache.oncrpc4j.rpc.OncRpcRejectedException;
import org.dcache.oncrpc4j.rpc.ReplyQueue;
import org.dcache.oncrpc4j.rpc.RpcAccepsStatus;
import org.dcache.oncrpc4j.rpc.RpcReply;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.dcache.oncrpc4j.xdr.Xdr;

/** Delivers replies, on an executor, to the callers that are waiting in oncrpc4j's reply queue. */
record ReplyDelivery(ReplyQueue queue, Executor executor) {
    /**
     * Delivers a reply.
     *
     * @param xid   the caller's transaction id.
     * @param reply the message.
     * @param done  runs after the caller has decoded the reply.
     */
    void deliver(final int xid, final Xdr reply, final RpcTransport transport, final Runnable done) {
        execute(() -> {
            try {
                final CompletionHandler<RpcReply, RpcTransport> caller = queue.get(xid);
                if (caller != null) {
                    deliver(xid, reply, transport, caller);
                }
            } finally {
                done.run();
            }
        });
    }

    private static void deliver(
            final int xid,
            final Xdr message,
            final RpcTransport transport,
            final CompletionHandler<RpcReply, RpcTransport> caller) {
        final RpcReply reply;
        try {
            message.beginDecoding();
            message.xdrDecodeInt();
            message.xdrDecodeInt();
            reply = new RpcReply(xid, message, transport);
        } catch (final IOException e) {
            caller.failed(e, transport);
            return;
        }
        if (!reply.isAccepted()) {
            caller.failed(new OncRpcRejectedException(reply.getRejectStatus()), transport);
        } else if (reply.getAcceptStatus() != RpcAccepsStatus.SUCCESS) {
            caller.failed(new OncRpcAcceptedException(reply.getAcceptStatus()), transport);
        } else {
            caller.completed(reply, transport);
        }
    }

    /** Fails a call for which no reply will arrive, if its caller is still waiting. */
    void fail(final int xid, final Throwable failure, final RpcTransport transport) {
        execute(() -> {
            final CompletionHandler<RpcReply, RpcTransport> caller = queue.get(xid);
            if (caller != null) {
                caller.failed(failure, transport);
            }
        });
    }

    /** Runs a task on the executor, or on the calling thread if the executor has been shut down. */
    private void execute(final Runnable task) {
        try {
            executor.execute(task);
        } catch (final RejectedExecutionException e) {
            task.run();
        }
    }
}
