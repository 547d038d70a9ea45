// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/**
 * Answers COMPOUND or CB_COMPOUND (RFC 8881): operations in one call; the first failing operation is the last one
 * executed.
 */
abstract class CompoundProgram extends RpcProgram {
    /** Reads the call and writes the reply, each from its position. */
    final XdrReader in = new XdrReader();

    final XdrWriter out = new XdrWriter();

    CompoundProgram(final int program, final int version) {
        super(program, version);
    }

    /** Answers the next operation after reading its arguments; returns its status. */
    abstract int answer(int operation);

    /** Answers the operations, after reading their number, and writes status and tag first. */
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
