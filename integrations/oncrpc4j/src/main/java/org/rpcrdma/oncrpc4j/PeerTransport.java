// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CompletionHandler;
import org.agrona.concurrent.UnsafeBuffer;
import org.dcache.oncrpc4j.rpc.ReplyQueue;
import org.dcache.oncrpc4j.xdr.Xdr;
import org.rpcrdma.transport.EventLoopRunner;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.transport.RpcConnection;
import org.rpcrdma.transport.RpcReply;

/** Sends a server's calls to a client over the client's connection (RFC 8167). Thread-safe. */
final class PeerTransport extends ConnectionTransport {
    private static final int[] NO_POSITIONS = {};
    private static final ByteBuffer[] NO_CHUNKS = {};

    private final EventLoopRunner runner;
    private final ReplyDelivery replies;

    private final ReverseChannel channel;

    PeerTransport(
            final RpcConnection connection,
            final EventLoopRunner runner,
            final ReplyDelivery replies,
            final ReverseChannel channel) {
        super(connection);
        this.channel = channel;
        this.runner = runner;
        this.replies = replies;
    }

    @Override
    public <A> void send(
            final Xdr xdr, final A attachment, final CompletionHandler<Integer, ? super A> completionHandler) {
        final EncodedMessage message = new EncodedMessage(xdr.asBuffer());
        final ByteBuffer bytes = ByteBuffer.allocate(message.length());
        message.copy(0, message.length(), bytes);
        try {
            runner.execute(() -> call(message.xid(), bytes, attachment, completionHandler));
        } catch (final RuntimeException e) {
            completionHandler.failed(new IOException("the server is closed", e), attachment);
        }
    }

    private <A> void call(
            final int xid,
            final ByteBuffer message,
            final A attachment,
            final CompletionHandler<Integer, ? super A> completionHandler) {
        message.putInt(0, channel.nextXid()); // each caller's ids are unique only among its own calls
        try {
            channel.call(new UnsafeBuffer(message), 0, message.capacity(), new Caller(xid));
        } catch (final RuntimeException e) {
            completionHandler.failed(new IOException("a callback cannot be sent: " + e.getMessage(), e), attachment);
            return;
        }
        completionHandler.completed(message.capacity(), attachment);
    }

    /** Receives a call's outcome. */
    private final class Caller implements ReplyHandler {
        private final int xid;

        Caller(final int xid) {
            this.xid = xid;
        }

        @Override
        public void onReply(final RpcReply reply) {
            final ByteBuffer message = ByteBuffer.allocate(reply.messageLength());
            reply.message().getBytes(reply.messageOffset(), message, 0, message.capacity());
            replies.deliver(xid, ReceivedXdr.of(message, NO_POSITIONS, NO_CHUNKS, false), PeerTransport.this, () -> {});
        }

        @Override
        public void onFailure(final String reason) {
            replies.fail(xid, new IOException(reason), PeerTransport.this);
        }
    }

    @Override
    public ReplyQueue getReplyQueue() {
        return replies.queue();
    }
}
