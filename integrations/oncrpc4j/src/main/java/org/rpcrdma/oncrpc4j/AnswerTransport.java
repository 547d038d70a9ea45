// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.CompletionHandler;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dcache.oncrpc4j.rpc.ReplyQueue;
import org.dcache.oncrpc4j.rpc.RpcTransport;
import org.dcache.oncrpc4j.xdr.Xdr;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.verbs.MemoryBlock;

/** The transport that sends the answer to one call. It accepts a single answer, from any thread. */
final class AnswerTransport extends ConnectionTransport {
    private final RpcCall call;
    private final ServiceDispatcher dispatcher;
    private final RpcTransport peer;
    private final DdpRule rule;
    private final ByteBuffer payload;
    private final AtomicBoolean isAnswered = new AtomicBoolean();

    AnswerTransport(
            final RpcCall call,
            final ServiceDispatcher dispatcher,
            final RpcTransport peer,
            final DdpRule rule,
            final ByteBuffer payload) {
        super(call.connection());
        this.call = call;
        this.dispatcher = dispatcher;
        this.peer = peer;
        this.rule = rule;
        this.payload = payload;
        call.whenDone(() -> dispatcher.ended(this));
    }

    @Override
    public <A> void send(
            final Xdr xdr, final A attachment, final CompletionHandler<Integer, ? super A> completionHandler) {
        final EncodedMessage message = new EncodedMessage(xdr.asBuffer());
        if (message.isCall()) {
            peer.send(xdr, attachment, completionHandler);
            return;
        }
        if (!isAnswered.compareAndSet(false, true)) {
            completionHandler.failed(
                    new IOException("the call was already answered: xid=0x" + Integer.toHexString(message.xid())),
                    attachment);
            return;
        }
        answer(message, attachment, completionHandler);
    }

    private <A> void answer(
            final EncodedMessage message,
            final A attachment,
            final CompletionHandler<Integer, ? super A> completionHandler) {
        final List<MemoryBlock> blocks = new ArrayList<>(1);
        call.whenDone(() -> {
            blocks.forEach(dispatcher.memory()::give);
            dispatcher.ended(this);
            complete(message.length(), attachment, completionHandler);
        });
        final int head;
        try {
            head = new AnswerLayout(call, payload, message, dispatcher.memory(), blocks).place(rule);
        } catch (final RuntimeException e) {
            ServiceDispatcher.LOG.warn("a reply cannot be sent: {} xid=0x{}", this, hex(message), e);
            refuse();
            return;
        }
        try {
            call.reply(head);
        } catch (final IllegalArgumentException e) {
            ServiceDispatcher.LOG.warn("a reply does not fit: {} xid=0x{}: {}", this, hex(message), e.getMessage());
        }
    }

    /** Completes a send. An exception from the program's listener must not stop the event loop. */
    private static <A> void complete(
            final int length, final A attachment, final CompletionHandler<Integer, ? super A> completionHandler) {
        try {
            completionHandler.completed(length, attachment);
        } catch (final RuntimeException e) {
            ServiceDispatcher.LOG.warn("a reply's completion handler failed", e);
        }
    }

    /** Rejects the call. The call has already ended if the transport rejected it because the answer did not fit. */
    private void refuse() {
        try {
            call.refuse();
        } catch (final IllegalStateException e) {
            ServiceDispatcher.LOG.debug("the call has ended: {}", e.getMessage());
        }
    }

    private static String hex(final EncodedMessage message) {
        return Integer.toHexString(message.xid());
    }

    /** Abandons the call if it is unanswered and its service cannot access the transport's memory. */
    void dropUnread() {
        if (payload.capacity() == 0) {
            drop();
        }
    }

    /** Abandons the call if it is unanswered. */
    void drop() {
        if (isAnswered.compareAndSet(false, true)) {
            call.drop();
        }
    }

    @Override
    public ReplyQueue getReplyQueue() {
        return peer.getReplyQueue();
    }

    @Override
    public RpcTransport getPeerTransport() {
        return peer;
    }
}
