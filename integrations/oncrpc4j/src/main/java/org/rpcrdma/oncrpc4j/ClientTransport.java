// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.CompletionHandler;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.dcache.oncrpc4j.rpc.ReplyQueue;
import org.dcache.oncrpc4j.xdr.Xdr;
import org.rpcrdma.transport.ClientListener;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.client.AsyncRpcRdmaClient;
import org.rpcrdma.transport.client.PendingCall;

/** The transport for a client's calls. */
final class ClientTransport implements PlainTransport, ClientListener {
    /** A placeholder for the local address. The reply queue never compares it, because calls end individually. */
    private static final InetSocketAddress LOCAL = new InetSocketAddress(0);

    private final InetSocketAddress remote;
    private final MessageMemory memory;
    private final CallRules rules;
    private final ReplyDelivery replies;
    private final WaitingCalls waiting;
    private AsyncRpcRdmaClient client;
    private volatile boolean isOpen;

    ClientTransport(
            final InetSocketAddress remote,
            final MessageMemory memory,
            final CallRules rules,
            final ReplyDelivery replies,
            final WaitingCalls waiting) {
        this.remote = remote;
        this.memory = memory;
        this.rules = rules;
        this.replies = replies;
        this.waiting = waiting;
    }

    /** Sets the client; called once, before the first call. */
    void client(final AsyncRpcRdmaClient value) {
        client = value;
    }

    @Override
    public <A> void send(
            final Xdr xdr, final A attachment, final CompletionHandler<Integer, ? super A> completionHandler) {
        final EncodedMessage message = new EncodedMessage(xdr.asBuffer());
        final int xid = message.xid();
        final ClientMessage call;
        try {
            call = new ClientMessage(message, rules, memory, waiting.timeoutNanos(xid));
        } catch (final RuntimeException e) {
            completionHandler.failed(new IOException("a call cannot be sent: " + e.getMessage(), e), attachment);
            return;
        }
        final PendingCall<ReceivedXdr> pending = client.call(call::stage, call::read);
        pending.whenComplete((reply, failure) -> {
            if (failure == null) {
                replies.deliver(xid, reply, this, call::release);
            } else {
                call.release();
                replies.fail(xid, reasonOf(failure, call), this);
            }
        });
        pending.released().thenRun(call::release);
        waiting.sent(xid, pending);
        completionHandler.completed(message.length(), attachment);
    }

    /** Returns the exception for the caller. oncrpc4j examines the cause of every exception except timeouts. */
    private static Exception reasonOf(final Throwable failure, final ClientMessage call) {
        final Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        final String reason = String.valueOf(cause.getMessage());
        if (reason.startsWith(ReplyHandler.LATE)) {
            return new TimeoutException(reason);
        }
        if (reason.equals(ReplyHandler.REFUSED)) {
            return new IOException(reason
                    + ": the reply exceeds the memory or cannot use the chunks that the call offers:" + " longestReply="
                    + call.replyLength() + " (set withLongestReply or the procedure's DdpRule)");
        }
        return new IOException(reason, cause);
    }

    @Override
    public void onConnected() {
        isOpen = true;
    }

    @Override
    public void onDisconnected(final String reason) {
        isOpen = false;
    }

    @Override
    public ReplyQueue getReplyQueue() {
        return replies.queue();
    }

    @Override
    public boolean isOpen() {
        return isOpen;
    }

    @Override
    public InetSocketAddress getLocalSocketAddress() {
        return LOCAL;
    }

    @Override
    public InetSocketAddress getRemoteSocketAddress() {
        return remote;
    }

    @Override
    public String toString() {
        return "rdma client: remote=" + remote;
    }
}
