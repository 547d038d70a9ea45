// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.wire.XdrReader;
import org.rpcrdma.wire.XdrWriter;

/**
 * Answers COMPOUND or CB_COMPOUND (RFC 8881). Each call contains several operations, and execution stops after the
 * first operation that fails.
 */
abstract class CompoundProgram extends RpcProgram {
    /** Reads the call's operations; {@link #out} writes the reply. Both continue at their current positions. */
    final XdrReader in = new XdrReader();

    final XdrWriter out = new XdrWriter();

    CompoundProgram(final int program, final int version) {
        super(program, version);
    }

    /** Reads the next operation's arguments, answers it, and returns its status. */
    abstract int answer(int operation);

    /** Reads the number of operations and answers them. The status and the tag precede the answers. */
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
