// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.List;
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
 * @param groups  further groups.
 */
record Credential(String machine, int uid, int gid, List<Integer> groups) {
    private static final int BEGIN = 24;
    private static final int HEAD = 8;
    private static final int AUTH_SYS = 1;
    private static final int LONGEST_NAME = 255;
    private static final int MOST_GROUPS = 16;

    /** Returns the credential of a call whose head is whole. */
    static Credential of(final RpcCall call) {
        final DirectBuffer message = call.message();
        final int begin = call.messageOffset() + BEGIN;
        if (message.getInt(begin, BIG_ENDIAN) != AUTH_SYS) {
            return new Credential("", 0, 0, List.of());
        }
        final int end = begin + HEAD + message.getInt(begin + Integer.BYTES, BIG_ENDIAN);
        final XdrReader in = new XdrReader().wrap(message, begin + HEAD, end);
        in.getInt(); // stamp
        final String machine = new String(in.getOpaque(LONGEST_NAME), ISO_8859_1);
        final int uid = in.getInt();
        final int gid = in.getInt();
        final List<Integer> groups = new ArrayList<>();
        for (int left = in.getEnum(MOST_GROUPS); left > 0; left--) {
            groups.add(in.getInt());
        }
        return new Credential(machine, uid, gid, groups);
    }

    boolean isRoot() {
        return uid == 0;
    }

    boolean isIn(final int group) {
        return gid == group || groups.contains(group);
    }
}
