// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.replay;

import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * A slot of a replay for one call in flight, including the memory of its chunks. The slot is reused for later calls.
 */
abstract class ReplayCall implements ReplyHandler {
    /**
     * The byte with which memory is filled before the peer writes to it, so that missing bytes are not mistaken for
     * received bytes.
     */
    private static final byte NOT_WRITTEN = (byte) 0xa5;

    final PayloadCheck check;
    final UnsafeBuffer view = new UnsafeBuffer();
    private final ReplayClient client;
    private final ChunkMemory memory;
    private final List<MemoryBlock> taken = new ArrayList<>();
    private Exchange exchange;
    private long issuedNanos;

    ReplayCall(final ReplayClient client, final ChunkMemory memory, final PayloadCheck check) {
        this.client = client;
        this.memory = memory;
        this.check = check;
    }

    final void issue(final Exchange next, final ClientCall call, final long nowNanos) {
        exchange = next;
        issuedNanos = nowNanos;
        call.send(stage(next, call), this);
    }

    /** Stages the message and its chunks. Returns the length of the message in the call's buffer. */
    abstract int stage(Exchange rpc, ClientCall call);

    /** Compares the received bytes with the captured bytes. */
    abstract void compare(Exchange rpc, RpcReply reply);

    /** Returns the address of memory that the peer reads, valid until the reply arrives. */
    final long source(final byte[] data) {
        final MemoryBlock block = take(data.length);
        view.wrap(block.address(), data.length);
        view.putBytes(0, data);
        return block.address();
    }

    /** Returns the address of memory that the peer writes, valid until the reply arrives. */
    final long sink(final int length) {
        final MemoryBlock block = take(length);
        view.wrap(block.address(), length);
        view.setMemory(0, length, NOT_WRITTEN);
        return block.address();
    }

    private MemoryBlock take(final int length) {
        final MemoryBlock block = memory.take(length);
        taken.add(block);
        return block;
    }

    @Override
    public final void onReply(final RpcReply reply) {
        compare(exchange, reply);
        giveBack();
        client.replied(this, exchange, issuedNanos);
    }

    @Override
    public final void onFailure(final String reason) {
        giveBack();
        client.fail(reason);
    }

    private void giveBack() {
        taken.forEach(memory::giveBack);
        taken.clear();
    }
}
