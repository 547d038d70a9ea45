// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.agrona.ExpandableArrayBuffer;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.ReverseChannel;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.wire.RpcCredential;
import org.rpcrdma.wire.RpcHead;
import org.rpcrdma.wire.RpcMessage;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/**
 * The part of an NFSv4.1 server that a recall requires, with one file and one delegation. Answers other operations with
 * an error.
 */
final class RecallingServer extends CompoundProgram implements ReplyHandler {
    private static final RpcCredential ROOT = RpcCredential.sys("", 0, 0);
    static final byte[] FILE = {1, 2, 3, 4, 5, 6, 7, 8};
    private static final int NOT_FOUND = 2;

    /** The delegation that the server recalls. A test can set a wrong delegation to check the client. */
    int recalled = 0x1111_1111;

    /** The number of times that OPEN first returns a grace error. */
    int graces;

    int answersToRecalls;

    private ReverseChannel reader;
    private boolean isDelegated;
    private RpcCall current;

    RecallingServer() {
        super(Nfs41.PROGRAM, Nfs41.VERSION);
    }

    @Override
    protected void onProcedure(final RpcCall call, final int procedure, final int arguments) {
        current = call;
        in.wrap(call.message(), arguments, call.messageOffset() + call.messageLength());
        out.wrap(call.replyMessage(), RESULTS);
        final byte[] tag = in.getOpaque(Nfs41.LONGEST_OPAQUE);
        in.getInt();
        answerOperations(tag);
        writeHead(call, SUCCESS);
        call.reply(out.position());
    }

    @Override
    int answer(final int operation) {
        final int status = operation == Nfs41.OPEN ? openStatus() : Nfs41.OK;
        out.putInt(operation).putInt(status);
        if (status == Nfs41.OK) {
            carryOut(operation);
        }
        return status;
    }

    private void carryOut(final int operation) {
        switch (operation) {
            case Nfs41.EXCHANGE_ID -> exchangeId();
            case Nfs41.CREATE_SESSION -> createSession();
            case Nfs41.SEQUENCE -> sequence();
            case Nfs41.RECLAIM_COMPLETE -> in.getBool();
            case Nfs41.OPEN -> putOpen();
            case Nfs41.GETFH -> out.putOpaque(FILE);
            case Nfs41.PUTFH -> in.getOpaque(Nfs41.LONGEST_HANDLE);
            case Nfs41.CLOSE -> {
                in.skip(Integer.BYTES + Nfs41.STATE_ID_BYTES);
                putState(0);
            }
            case Nfs41.DELEGRETURN -> {
                in.skip(Nfs41.STATE_ID_BYTES);
                isDelegated = false;
            }
            case Nfs41.DESTROY_SESSION -> in.skip(Nfs41.SESSION_ID_BYTES);
            case Nfs41.DESTROY_CLIENTID -> in.getLong();
            default -> {
                // PUTROOTFH has neither arguments nor results.
            }
        }
    }

    private void exchangeId() {
        in.getLong();
        in.getOpaque(Nfs41.LONGEST_OPAQUE);
        in.skip(3 * Integer.BYTES);
        out.putLong(77).putInt(1).putInt(0).putInt(0); // client, sequence, flags, no state protection
        out.putLong(0).putInt(0).putInt(0).putInt(0);
    }

    private void createSession() {
        in.skip(12);
        final int flags = in.getInt();
        in.skip(2 * 7 * Integer.BYTES + 3 * Integer.BYTES);
        out.putLong(1).putLong(2).putInt(1).putInt(flags);
        for (int i = 0; i < 2 * 7; i++) {
            out.putInt(0);
        }
    }

    private void sequence() {
        final int session = in.skip(Nfs41.SESSION_ID_BYTES);
        out.buffer().putBytes(out.claimPadded(Nfs41.SESSION_ID_BYTES), in.buffer(), session, Nfs41.SESSION_ID_BYTES);
        in.skip(4 * Integer.BYTES);
        out.putInt(0).putInt(0).putInt(0).putInt(0).putInt(0);
    }

    /** Reads OPEN's arguments. A writer must wait while another client has the delegation. */
    private int openStatus() {
        in.getInt();
        final boolean writes = (in.getInt() & Nfs41.WRITE) != 0;
        in.skip(3 * Integer.BYTES);
        in.getOpaque(Nfs41.LONGEST_OPAQUE);
        in.skip(2 * Integer.BYTES);
        if (!Arrays.equals(in.getOpaque(Nfs41.LONGEST_OPAQUE), "file".getBytes(StandardCharsets.US_ASCII))) {
            return NOT_FOUND;
        }
        if (graces > 0) {
            graces--;
            return Nfs41.ERR_GRACE;
        }
        if (writes && isDelegated) {
            recall();
            return Nfs41.ERR_DELAY;
        }
        if (!writes) {
            isDelegated = true;
            reader = current.reverseChannel();
        }
        return Nfs41.OK;
    }

    private void putOpen() {
        putState(1);
        out.putInt(0).putLong(0).putLong(0).putInt(0).putInt(0); // the folder's change info, flags, attributes
        out.putInt(isDelegated ? 1 : 0);
        if (isDelegated) {
            putState(0x1111_1111);
            out.putInt(0).putInt(0).putInt(0).putInt(0).putOpaque(new byte[3]);
        }
    }

    private void putState(final int word) {
        out.putInt(word).putInt(word).putInt(word).putInt(word);
    }

    private void recall() {
        final ExpandableArrayBuffer message = new ExpandableArrayBuffer(512);
        final XdrWriter call = new XdrWriter().wrap(message, 0);
        RpcHead.putCall(call, 0xCB, Nfs41.CALLBACK_PROGRAM, Nfs41.CALLBACK_VERSION, Nfs41.CB_COMPOUND, ROOT);
        call.putInt(0).putInt(Nfs41.MINOR_VERSION).putInt(0).putInt(2);
        call.putInt(Nfs41.CB_SEQUENCE)
                .putLong(1)
                .putLong(2)
                .putInt(1)
                .putInt(0)
                .putInt(0)
                .putBool(false);
        call.putInt(1).putLong(1).putLong(2).putInt(1).putInt(9).putInt(0); // one referring call
        call.putInt(Nfs41.CB_RECALL)
                .putInt(recalled)
                .putInt(recalled)
                .putInt(recalled)
                .putInt(recalled);
        call.putBool(false).putOpaque(FILE);
        reader.call(message, 0, call.position(), this);
    }

    @Override
    public void onReply(final RpcReply reply) {
        final RpcMessage message = new RpcMessage();
        message.wrap(reply.message(), reply.messageOffset(), reply.messageLength());
        final XdrReader results = new XdrReader()
                .wrap(
                        reply.message(),
                        reply.messageOffset() + message.bodyOffset(),
                        reply.messageOffset() + reply.messageLength());
        answersToRecalls += results.getInt() == Nfs41.OK ? 1 : 0;
    }

    @Override
    public void onFailure(final String reason) {
        throw new IllegalStateException(reason);
    }
}
