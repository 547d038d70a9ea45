// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.ExpandableArrayBuffer;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.wire.HeaderStatus;
import org.rpcrdma.wire.RpcCredential;
import org.rpcrdma.wire.RpcHead;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/**
 * A COMPOUND (RFC 8881, section 16.2), which executes several operations in one call. The server stops after the first
 * operation that fails.
 */
final class Compound implements ReplyHandler {
    private static final RpcCredential ROOT = RpcCredential.sys("", 0, 0);
    private static final long WAIT_NANOS = 1_000_000_000L;
    private static final int WAITS = 120;

    private final ClientCall staged;
    private final XdrWriter arguments = new XdrWriter();
    private final XdrReader results = new XdrReader();
    private final ExpandableArrayBuffer reply = new ExpandableArrayBuffer();
    private final int countAt;
    private int count;
    private boolean isDone;
    private String failure;

    Compound(final ClientCall fresh, final int xid) {
        staged = fresh;
        arguments.wrap(fresh.message(), 0);
        RpcHead.putCall(arguments, xid, Nfs41.PROGRAM, Nfs41.VERSION, Nfs41.COMPOUND, ROOT);
        arguments.putInt(0).putInt(Nfs41.MINOR_VERSION); // no tag
        countAt = arguments.position();
        arguments.putInt(0);
    }

    /** Starts an operation. The caller then writes the arguments. */
    XdrWriter operation(final int number) {
        count++;
        return arguments.putInt(number);
    }

    /** Sends the call and runs the event loop until the reply arrives. The caller then reads the results. */
    Compound run(final EventLoop loop) {
        arguments.buffer().putInt(countAt, count, BIG_ENDIAN);
        staged.send(arguments.position(), this);
        for (int waits = 0; !isDone; waits++) {
            if (waits == WAITS) {
                throw new IllegalStateException("no reply: waitedSeconds=" + WAITS);
            }
            loop.runOnce(WAIT_NANOS);
        }
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        results.getInt(); // the last operation's status, which its result repeats
        results.getOpaque(Nfs41.LONGEST_OPAQUE);
        results.getInt();
        return this;
    }

    /**
     * Starts reading the next operation's results.
     *
     * @throws Nfs41Failure if the operation failed.
     */
    XdrReader result(final int operation) {
        final int answered = results.getInt();
        if (answered != operation) {
            throw new IllegalStateException(
                    "result of another operation: expected=" + operation + " actual=" + answered);
        }
        final int status = results.getInt();
        if (status != Nfs41.OK) {
            throw new Nfs41Failure(operation, status);
        }
        return results;
    }

    @Override
    public void onReply(final RpcReply received) {
        final int length = received.messageLength();
        reply.putBytes(0, received.message(), received.messageOffset(), length);
        final RpcMessage message = new RpcMessage();
        final int status = message.wrap(reply, 0, length);
        final boolean isCarriedOut = status == HeaderStatus.VALID
                && message.messageType() == RpcMessage.REPLY
                && message.replyStatus() == RpcMessage.ACCEPTED
                && message.detailStatus() == RpcProgram.SUCCESS;
        if (isCarriedOut) {
            results.wrap(reply, message.bodyOffset(), length);
        } else {
            failure = "the server did not execute the call: headerStatus=" + status + " length=" + length;
        }
        isDone = true;
    }

    @Override
    public void onFailure(final String reason) {
        failure = reason;
        isDone = true;
    }
}
