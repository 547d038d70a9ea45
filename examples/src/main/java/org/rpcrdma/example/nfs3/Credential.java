// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.agrona.DirectBuffer;
import org.rpcrdma.example.xdr.XdrReader;
import org.rpcrdma.transport.RpcCall;

/**
 * The caller's claim of who calls: an AUTH_SYS credential (RFC 5531, appendix A), or else user and group 0 of a
 * nameless machine.
 *
 * @param machine the machine's name, one byte a character.
 * @param uid     the user.
 * @param gid     the group.
 */
record Credential(String machine, int uid, int gid) {
    private static final int BEGIN = 24;
    private static final int HEAD = 8;
    private static final int AUTH_SYS = 1;
    private static final int LONGEST_NAME = 255;

    /** Returns the credential of a call whose head is whole. */
    static Credential of(final RpcCall call) {
        final DirectBuffer message = call.message();
        final int begin = call.messageOffset() + BEGIN;
        if (message.getInt(begin, BIG_ENDIAN) != AUTH_SYS) {
            return new Credential("", 0, 0);
        }
        final int end = begin + HEAD + message.getInt(begin + Integer.BYTES, BIG_ENDIAN);
        final XdrReader in = new XdrReader().wrap(message, begin + HEAD, end);
        in.getInt(); // stamp
        return new Credential(new String(in.getOpaque(LONGEST_NAME), ISO_8859_1), in.getInt(), in.getInt());
    }
}
