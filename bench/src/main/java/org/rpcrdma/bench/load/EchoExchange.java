// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcProgram;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.program.EchoProtocol;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/** A slot of an {@link EchoClient} for one call in flight, including the memory for its chunks. */
final class EchoExchange implements ReplyHandler {
    private static final int PAGE = 4096;

    /** The initial contents of the memory for results. */
    private static final byte NOT_WRITTEN = (byte) 0xa5;

    private final EchoClient client;
    private final EchoLoad load;
    private final SeededRandom random;
    /** The payload that is sent, or null. */
    private final UnsafeBuffer data;
    /** The Read chunk's memory, followed by the Write chunk's memory; null if there are no chunks. */
    private final MemoryBlock chunks;

    /** The number of bytes in each of the two chunks. */
    private final int chunkRoom;

    private int tag;
    private int size;
    private long issuedNanos;

    EchoExchange(
            final EchoClient client, final EchoLoad load, final MemoryAllocator memory, final SeededRandom random) {
        this.client = client;
        this.load = load;
        this.random = random;
        chunkRoom = (load.largestSegment() + PAGE - 1) & -PAGE;
        chunks = chunkRoom == 0 ? null : memory.allocate(2L * chunkRoom, PAGE);
        data = load.isChecked() ? new UnsafeBuffer(new byte[load.sizes().largest() + Long.BYTES]) : null;
    }

    /** Registers the chunks' memory, if any, until the client is closed. */
    void keepRegistered(final RpcRdmaClient caller) {
        if (chunks != null) {
            caller.keepRegistered(chunks);
        }
    }

    void issue(final ClientCall call, final int number, final int bytes, final long nowNanos) {
        tag = number;
        size = bytes;
        issuedNanos = nowNanos;
        if (data != null) {
            makeData();
        }
        call.send(isInline() ? stageInline(call) : stageChunks(call), this);
    }

    private boolean isInline() {
        return load.isInline(size);
    }

    /** Returns the number of bytes in the call's data. */
    int size() {
        return size;
    }

    /** Returns the time when the call was issued. */
    long issuedNanos() {
        return issuedNanos;
    }

    private void makeData() {
        for (int i = 0; i < size; i += Long.BYTES) {
            data.putLong(i, random.nextLong());
        }
    }

    private int stageInline(final ClientCall call) {
        if (data != null) {
            call.message().putBytes(EchoProtocol.DATA, data, 0, size);
        }
        return EchoProtocol.writeEcho(call.message(), tag, size, tag);
    }

    private int stageChunks(final ClientCall call) {
        final long result = chunks.address() + chunkRoom;
        if (data != null) {
            new UnsafeBuffer(chunks.address(), size).putBytes(0, data, 0, size);
            new UnsafeBuffer(result, size).setMemory(0, size, NOT_WRITTEN);
        }
        call.readSegment(EchoProtocol.DATA, chunks.address(), size);
        call.beginWriteChunk();
        call.writeSegment(result, size);
        return EchoProtocol.writeEchoOfChunk(call.message(), tag, size, tag);
    }

    @Override
    public void onReply(final RpcReply reply) {
        final int inMessage = isInline() ? (size + 3) & -4 : 0;
        final DirectBuffer message = reply.message();
        final int results = reply.messageOffset() + RpcProgram.RESULTS;
        if (reply.messageLength() != RpcProgram.RESULTS + 8 + inMessage
                || message.getInt(results, BIG_ENDIAN) != size
                || message.getInt(results + 4 + inMessage, BIG_ENDIAN) != tag) {
            client.fail("the reply belongs to another call: tag=" + tag + " messageLength=" + reply.messageLength());
        }
        client.replied(this, data == null || isSame(reply, message, results + 4));
    }

    private boolean isSame(final RpcReply reply, final DirectBuffer message, final int inline) {
        if (isInline()) {
            return matches(message, inline);
        }
        return reply.writeChunkLength(0) == size && matches(new UnsafeBuffer(chunks.address() + chunkRoom, size), 0);
    }

    private boolean matches(final DirectBuffer buffer, final int offset) {
        for (int i = 0; i < size; i++) {
            if (buffer.getByte(offset + i) != data.getByte(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void onFailure(final String reason) {
        client.fail(reason);
    }

    void close() {
        if (chunks != null) {
            chunks.close();
        }
    }
}
