// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.service;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.wire.RpcMessage;

/** Heads of messages as clients of these programs have them: no credentials, no verifiers. */
final class CallHead {
    /** Offset of the arguments. */
    static final int LENGTH = 40;

    private CallHead() {}

    static void write(
            final MutableDirectBuffer message,
            final int xid,
            final int program,
            final int version,
            final int procedure) {
        message.putInt(0, xid, BIG_ENDIAN);
        message.putInt(4, RpcMessage.CALL, BIG_ENDIAN);
        message.putInt(8, RpcMessage.RPC_VERSION, BIG_ENDIAN);
        message.putInt(12, program, BIG_ENDIAN);
        message.putInt(16, version, BIG_ENDIAN);
        message.putInt(20, procedure, BIG_ENDIAN);
        message.putLong(24, 0);
        message.putLong(32, 0);
    }

    /**
     * Returns a word of the results of a reply that was carried out, or a value if it was not, or has no such word.
     */
    static int result(
            final DirectBuffer reply, final int offset, final int length, final int word, final int otherwise) {
        final int at = RpcProgram.RESULTS + 4 * word;
        final boolean carriedOut = length >= at + 4
                && reply.getInt(offset + 8, BIG_ENDIAN) == RpcMessage.ACCEPTED
                && reply.getInt(offset + 20, BIG_ENDIAN) == RpcProgram.SUCCESS;
        return carriedOut ? reply.getInt(offset + at, BIG_ENDIAN) : otherwise;
    }
}
