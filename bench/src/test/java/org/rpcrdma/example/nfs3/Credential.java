/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.example.nfs3;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.agrona.DirectBuffer;
import org.rpcrdma.example.xdr.XdrReader;
import org.rpcrdma.transport.RpcCall;

/**
 * Who calls, as the caller says: an AUTH_SYS credential (RFC 5531, appendix A), or else user and group 0 of a nameless machine.
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

    /** The credential of a call whose head is whole. */
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
