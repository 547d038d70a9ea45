// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import org.agrona.DirectBuffer;
import org.agrona.ExpandableArrayBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcCredential;
import org.rpcrdma.wire.RpcHead;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/** A client's call with memory for its data and its reply. Reusable. */
final class Nfs3Call implements ReplyHandler {
    private static final RpcCredential ROOT = RpcCredential.sys("", 0, 0);
    /** An upper bound for the length of a reply without its data, in bytes. */
    private static final int REPLY_HEAD = 512;

    /** The memory of the call's data. */
    final UnsafeBuffer data = new UnsafeBuffer(0, 0);

    private final UnsafeBuffer replyMemory = new UnsafeBuffer(0, 0);
    private final XdrWriter arguments = new XdrWriter();
    private final XdrReader results = new XdrReader();
    private final ExpandableArrayBuffer reply = new ExpandableArrayBuffer();
    private final RpcMessage message = new RpcMessage();
    private ClientCall staged;
    private Runnable whenDone;
    private int dataLength;
    private boolean readsData;
    private boolean inReplyChunk;
    private boolean done;
    private String failure;

    /** A number that the caller may use for any purpose. */
    int number;

    Nfs3Call(final long dataAddress, final int dataCapacity, final long replyAddress, final int replyCapacity) {
        data.wrap(dataAddress, dataCapacity);
        replyMemory.wrap(replyAddress, replyCapacity);
    }

    /** Starts a call. The caller then writes the arguments. */
    XdrWriter begin(final ClientCall fresh, final int xid, final int procedure) {
        staged = fresh;
        dataLength = 0;
        readsData = false;
        inReplyChunk = false;
        done = false;
        failure = null;
        arguments.wrap(fresh.message(), 0);
        RpcHead.putCall(arguments, xid, Nfs3.PROGRAM, Nfs3.VERSION, procedure, ROOT);
        return arguments;
    }

    /** Appends the first bytes of {@link #data} to the arguments, as an opaque. */
    void withData(final int length) {
        arguments.putInt(length);
        if (length > 0) {
            staged.argument(arguments.position(), data.addressOffset(), length);
        }
    }

    /** Expects data of a limited length, which goes into {@link #data} if the server uses a Write chunk. */
    void expectData(final int length) {
        readsData = true;
        staged.result(data.addressOffset(), length);
        staged.longestReply(data.addressOffset(), length + REPLY_HEAD);
    }

    /** Expects a reply that may fill the reply memory. */
    void expectLongReply() {
        staged.longestReply(replyMemory.addressOffset(), replyMemory.capacity());
    }

    void send(final Runnable then) {
        whenDone = then;
        staged.send(arguments.position(), this);
    }

    @Override
    public void onReply(final RpcReply received) {
        inReplyChunk = received.inReplyChunk();
        dataLength = readsData ? received.writeChunkLength(0) : 0;
        final DirectBuffer source = inReplyChunk ? replyMemory : received.message();
        final int offset = inReplyChunk ? 0 : received.messageOffset();
        final int length = inReplyChunk ? received.replyChunkLength() : received.messageLength();
        reply.putBytes(0, source, offset, length);
        end(acceptFailure(length));
    }

    private String acceptFailure(final int length) {
        final int status = message.wrap(reply, 0, length);
        if (status != HeaderStatus.VALID || message.messageType() != RpcMessage.REPLY) {
            return "no RPC reply: headerStatus=" + status;
        }
        results.wrap(reply, message.bodyOffset(), length);
        return message.replyStatus() == RpcMessage.ACCEPTED && message.detailStatus() == RpcProgram.SUCCESS
                ? null
                : "call was not carried out: replyStatus=" + message.replyStatus() + " detail="
                        + message.detailStatus();
    }

    @Override
    public void onFailure(final String reason) {
        end(reason);
    }

    private void end(final String reason) {
        failure = reason;
        done = true;
        whenDone.run();
    }

    boolean isDone() {
        return done;
    }

    /** Returns the number of bytes received in the Write chunk. */
    int dataLength() {
        return dataLength;
    }

    boolean inReplyChunk() {
        return inReplyChunk;
    }

    /**
     * Returns the results of a completed call, starting after the status.
     *
     * @throws NfsFailure            if the status is not OK.
     * @throws IllegalStateException if no reply has arrived.
     */
    XdrReader results() {
        final int status = anyResults().getInt();
        NfsFailure.unless(status == Nfs3.OK, status);
        return results;
    }

    /** Returns the results of a procedure that returns no status. */
    XdrReader anyResults() {
        if (!done || failure != null) {
            throw new IllegalStateException(done ? failure : "call is not done");
        }
        return results;
    }
}
