// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.wire.XdrReader;

/**
 * Answers a server's calls to its client (RFC 8881, section 20). CB_RECALL recalls a delegation. The calls arrive on
 * the client's connection, in the reverse direction (RFC 8167).
 */
final class Callbacks extends CompoundProgram {
    private byte[] recalledState;
    private byte[] recalledFile;

    Callbacks() {
        super(Nfs41.CALLBACK_PROGRAM, Nfs41.CALLBACK_VERSION);
    }

    /** Returns the recalled delegation's state id, or null. */
    byte[] recalledState() {
        return recalledState;
    }

    byte[] recalledFile() {
        return recalledFile;
    }

    @Override
    protected void onProcedure(final RpcCall call, final int procedure, final int arguments) {
        if (procedure != Nfs41.CB_COMPOUND) {
            accept(call, PROC_UNAVAIL);
            return;
        }
        in.wrap(call.message(), arguments, call.messageOffset() + call.messageLength());
        out.wrap(call.replyMessage(), RESULTS);
        try {
            answerAll();
        } catch (final XdrReader.Malformed e) {
            accept(call, GARBAGE_ARGS);
            return;
        }
        writeHead(call, SUCCESS);
        call.reply(out.position());
    }

    private void answerAll() {
        final byte[] tag = in.getOpaque(Nfs41.LONGEST_OPAQUE);
        in.getInt(); // the minor version
        in.getInt(); // the callback number, which only version 4.0 uses
        answerOperations(tag);
    }

    @Override
    int answer(final int operation) {
        out.putInt(operation);
        switch (operation) {
            case Nfs41.CB_SEQUENCE -> sequence();
            case Nfs41.CB_RECALL -> recall();
            default -> {
                out.putInt(Nfs41.ERR_OP_ILLEGAL);
                return Nfs41.ERR_OP_ILLEGAL;
            }
        }
        return Nfs41.OK;
    }

    /** Checks the slot. The session has only one slot, so each call must be the next one. */
    private void sequence() {
        final int session = in.skip(Nfs41.SESSION_ID_BYTES);
        out.putInt(Nfs41.OK);
        out.buffer().putBytes(out.claimPadded(Nfs41.SESSION_ID_BYTES), in.buffer(), session, Nfs41.SESSION_ID_BYTES);
        out.putInt(in.getInt()).putInt(in.getInt()).putInt(in.getInt()).putInt(0);
        in.getBool();
        for (int lists = in.getInt(); lists > 0; lists--) {
            in.skip(Nfs41.SESSION_ID_BYTES);
            in.skip(Math.multiplyExact(2 * Integer.BYTES, in.getEnum(Nfs41.LONGEST_OPAQUE)));
        }
    }

    private void recall() {
        recalledState = new byte[Nfs41.STATE_ID_BYTES];
        in.buffer().getBytes(in.skip(Nfs41.STATE_ID_BYTES), recalledState);
        in.getBool();
        recalledFile = in.getOpaque(Nfs41.LONGEST_HANDLE);
        out.putInt(Nfs41.OK);
    }
}
