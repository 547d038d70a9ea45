// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.wire.AuthSys;
import org.rpcrdma.wire.RpcCredential;
import org.rpcrdma.wire.XdrReader;

/**
 * A caller's unverified identity: an AUTH_SYS credential (RFC 5531, appendix A), or AUTH_NONE, which has no machine
 * name and the user {@link #NOBODY}.
 *
 * @param machine the machine's name; characters outside ASCII become U+FFFD.
 * @param uid     the user.
 * @param gid     the group.
 * @param groups  supplementary groups.
 */
record Credential(String machine, int uid, int gid, int... groups) {
    /** The user and group that own no files. */
    static final int NOBODY = 65_534;

    private static final int BEGIN = 24;
    private static final int HEAD = 8;

    /**
     * Decodes a call's credential; the call's header must be complete.
     *
     * @throws XdrReader.Malformed AUTH_BADCRED if the credential is malformed or has an unsupported flavor.
     */
    static Credential of(final RpcCall call) {
        final DirectBuffer message = call.message();
        final int begin = call.messageOffset() + BEGIN;
        final int flavor = message.getInt(begin, BIG_ENDIAN);
        if (flavor == RpcCredential.AUTH_NONE) {
            return new Credential("", NOBODY, NOBODY);
        }
        if (flavor != RpcCredential.AUTH_SYS) {
            throw new XdrReader.Malformed("credential is neither AUTH_NONE nor AUTH_SYS: flavor=" + flavor);
        }
        final AuthSys sys = new AuthSys();
        if (!sys.wrap(message, begin + HEAD, message.getInt(begin + Integer.BYTES, BIG_ENDIAN))) {
            throw new XdrReader.Malformed("AUTH_SYS credential is malformed");
        }
        final int[] groups = new int[sys.groupCount()];
        Arrays.setAll(groups, sys::group);
        return new Credential(sys.machine(), sys.uid(), sys.gid(), groups);
    }
}
