// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import java.util.function.LongFunction;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.program.EchoProtocol;
import org.rpcrdma.verbs.MemoryBlock;

/** A slot for one call in flight, including the memory for its argument and result. */
final class RpcSlot implements ReplyHandler, AutoCloseable {
    private static final int ALIGNMENT = 4096;

    /** The size of a reply without its data, in bytes: the length and the tag. */
    private static final int REPLY_WORDS = 8;

    private final RpcLane lane;
    private final int bytes;
    private final int half;
    private final MemoryBlock memory;

    RpcSlot(final RpcLane lane, final int bytes, final LongFunction<MemoryBlock> allocate) {
        this.lane = lane;
        this.bytes = bytes;
        half = (longestReply() + ALIGNMENT - 1) & -ALIGNMENT;
        memory = allocate.apply(2L * half);
    }

    MemoryBlock memory() {
        return memory;
    }

    private int longestReply() {
        return RpcProgram.RESULTS + REPLY_WORDS + ((bytes + 3) & -4);
    }

    void call(final RpcRdmaClient client, final int xid) {
        final ClientCall call = client.newCall();
        final int length = EchoProtocol.writeEchoOfChunk(call.message(), xid, bytes, xid);
        call.argument(EchoProtocol.DATA, memory.address(), bytes);
        call.result(memory.address() + half, bytes);
        call.longestReply(memory.address() + half, longestReply());
        call.send(length, this);
    }

    @Override
    public void onReply(final RpcReply reply) {
        lane.answered(this);
    }

    @Override
    public void onFailure(final String reason) {
        lane.failed(reason);
    }

    @Override
    public void close() {
        memory.close();
    }
}
