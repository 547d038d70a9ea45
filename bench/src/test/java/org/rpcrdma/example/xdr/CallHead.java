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
