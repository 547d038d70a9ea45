// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.program;

import org.rpcrdma.transport.OpaqueData;
import org.rpcrdma.transport.ProcedureCall;
import org.rpcrdma.transport.ReplyWriter;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcPrograms;
import org.rpcrdma.transport.RpcService;

/**
 * A service that returns its arguments. It implements the program of {@link EchoProtocol}. Not thread-safe; use it on a
 * server's event loop.
 */
public final class EchoService implements RpcService {
    private final RpcPrograms programs =
            new RpcPrograms().on(EchoProtocol.PROGRAM, EchoProtocol.VERSION, EchoProtocol.ECHO, EchoService::echo);

    /** Creates a service. Any number of connections can use it. */
    public EchoService() {}

    @Override
    public void onCall(final RpcCall call) {
        programs.onCall(call);
    }

    private static void echo(final ProcedureCall call, final ReplyWriter reply) {
        final OpaqueData data = call.data();
        final int tag = call.arguments().getInt();
        reply.putData(data.buffer(), data.offset(), data.length());
        reply.putInt(tag);
    }
}
