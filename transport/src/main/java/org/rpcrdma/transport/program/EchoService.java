// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport.program;

import org.rpcrdma.transport.OpaqueData;
import org.rpcrdma.transport.ProcedureCall;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcPrograms;
import org.rpcrdma.transport.RpcService;
import org.rpcrdma.wire.XdrWriter;

/** Returns its argument: the program of {@link EchoProtocol}. Used on a server's event loop. */
public final class EchoService implements RpcService {
    private final RpcPrograms programs =
            new RpcPrograms().on(EchoProtocol.PROGRAM, EchoProtocol.VERSION, EchoProtocol.ECHO, EchoService::echo);

    /** Makes a service; any number of connections may use it. */
    public EchoService() {}

    @Override
    public void onCall(final RpcCall call) {
        programs.onCall(call);
    }

    private static void echo(final ProcedureCall call, final XdrWriter reply) {
        final OpaqueData data = call.data();
        final int length = data.length();
        final int tag = call.arguments().getInt();
        final RpcCall chunks = call.rpcCall();
        if (chunks.writeChunkCount() > 0) {
            chunks.writeChunk(0, length).putBytes(0, data.buffer(), data.offset(), length);
            reply.putInt(length);
        } else {
            reply.putOpaque(data.buffer(), data.offset(), length);
        }
        reply.putInt(tag);
    }
}
