// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import java.nio.ByteOrder;
import java.util.concurrent.Executor;
import org.agrona.MutableDirectBuffer;
import org.rpcrdma.transport.RpcCall;
import org.rpcrdma.transport.RpcService;

/** Answers each call with its length and that of its Read chunks, on the threads of an executor. */
final class LengthService implements RpcService {
    private final Executor executor;

    LengthService(final Executor executor) {
        this.executor = executor;
    }

    @Override
    public void onCall(final RpcCall call) {
        call.defer(); // from here on any thread may answer, one of them once
        executor.execute(() -> answer(call));
    }

    private static void answer(final RpcCall call) {
        final MutableDirectBuffer reply = call.replyMessage();
        reply.putInt(0, call.xid(), ByteOrder.BIG_ENDIAN);
        reply.putInt(4, call.messageLength(), ByteOrder.BIG_ENDIAN); // message(), messageOffset(): in place
        reply.putInt(8, call.readPayload().capacity(), ByteOrder.BIG_ENDIAN);
        call.reply(12); // wakes the server's event loop, which sends it
    }
}
