// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.MutableDirectBuffer;
import org.rpcrdma.transport.OpaqueArgument;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcProgram;

/** Returns its argument: the program of {@link EchoProtocol}. Used on a server's event loop. */
public final class EchoService extends RpcProgram {
    private final OpaqueArgument data = new OpaqueArgument();

    /** Makes a service; any number of connections may use it. */
    public EchoService() {
        super(EchoProtocol.PROGRAM, EchoProtocol.VERSION);
    }

    @Override
    protected void onProcedure(final RpcCall call, final int procedure, final int arguments) {
        if (procedure != EchoProtocol.ECHO) {
            accept(call, PROC_UNAVAIL);
        } else if (!data.wrap(call, arguments)
                || call.messageOffset() + call.messageLength() - data.end() < Integer.BYTES) {
            accept(call, GARBAGE_ARGS);
        } else if (call.writeChunkCount() > 0) {
            echoByChunk(call);
        } else {
            echoInMessage(call);
        }
    }

    private void echoByChunk(final RpcCall call) {
        final int length = data.length();
        if (length > call.writeChunkCapacity(0)) {
            call.refuse();
            return;
        }
        call.writeChunk(0, length).putBytes(0, data.buffer(), data.offset(), length);
        reply(call, 0);
    }

    private void echoInMessage(final RpcCall call) {
        final int length = data.length();
        final int padding = -length & 3;
        if (!hasRoom(call, RESULTS + 8 + length + padding)) {
            return;
        }
        final MutableDirectBuffer reply = call.replyMessage(RESULTS + 8 + length + padding);
        reply.putBytes(RESULTS + 4, data.buffer(), data.offset(), length);
        reply.setMemory(RESULTS + 4 + length, padding, (byte) 0);
        reply(call, length + padding);
    }

    private void reply(final RpcCall call, final int inMessage) {
        if (hasRoom(call, RESULTS + 8 + inMessage) && writeHead(call, SUCCESS)) {
            final MutableDirectBuffer reply = call.replyMessage(RESULTS + 8 + inMessage);
            reply.putInt(RESULTS, data.length(), BIG_ENDIAN);
            reply.putInt(RESULTS + 4 + inMessage, call.message().getInt(data.end(), BIG_ENDIAN), BIG_ENDIAN);
            call.reply(RESULTS + 8 + inMessage);
        }
    }
}
