// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/** Answers COMPOUND or CB_COMPOUND (RFC 8881): operations in one call, of which the first that fails is the last. */
abstract class CompoundProgram extends RpcProgram {
    /** Reads the call and writes the reply, each from its position. */
    final XdrReader in = new XdrReader();

    final XdrWriter out = new XdrWriter();

    CompoundProgram(final int program, final int version) {
        super(program, version);
    }

    /** Answers an operation whose arguments are read next, and returns its status. */
    abstract int answer(int operation);

    /** Answers the operations, whose number is read next, behind status and tag. */
    final void answerOperations(final byte[] tag) {
        final int count = in.getInt();
        final int statusAt = out.position();
        out.putInt(Nfs41.OK).putOpaque(tag);
        final int countAt = out.position();
        out.putInt(0);
        int status = Nfs41.OK;
        int answered = 0;
        while (answered < count && status == Nfs41.OK) {
            status = answer(in.getInt());
            answered++;
        }
        out.buffer().putInt(statusAt, status, BIG_ENDIAN);
        out.buffer().putInt(countAt, answered, BIG_ENDIAN);
    }
}
