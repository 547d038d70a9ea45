// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.xdr;

import org.rpcrdma.wire.RpcMessage;

/** The head of an ONC RPC call (RFC 5531) by user 0: AUTH_SYS, no verifier. */
public final class CallHead {
    private static final int AUTH_SYS = 1;

    private CallHead() {}

    public static void put(
            final XdrWriter out, final int xid, final int program, final int version, final int procedure) {
        out.putInt(xid).putInt(RpcMessage.CALL).putInt(RpcMessage.RPC_VERSION);
        out.putInt(program).putInt(version).putInt(procedure);
        out.putInt(AUTH_SYS).putInt(5 * Integer.BYTES); // stamp, no machine name, user, group, no groups
        out.putInt(0).putInt(0).putInt(0).putInt(0).putInt(0);
        out.putInt(0).putInt(0);
    }
}
