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
package org.rpcrdma.bench;

import static java.nio.ByteOrder.BIG_ENDIAN;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.sim.SeededRandom;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.transport.service.EchoProtocol;
import org.rpcrdma.transport.service.RpcProgram;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/** One call at a time of an {@link EchoClient}, with the memory that its chunks name. */
final class EchoExchange implements ReplyHandler {
    private static final int PAGE = 4096;

    /** What memory holds that the data are to come back to. */
    private static final byte NOT_WRITTEN = (byte) 0xa5;

    private final EchoClient client;
    private final EchoLoad load;
    private final SeededRandom random;
    /** What was sent; null where there is no payload. */
    private final UnsafeBuffer data;
    /** The Read chunk's memory and behind it the Write chunk's; null where there are no chunks. */
    private final MemoryBlock chunks;

    private int tag;
    private long issuedNanos;

    EchoExchange(
            final EchoClient client, final EchoLoad load, final MemoryAllocator memory, final SeededRandom random) {
        this.client = client;
        this.load = load;
        this.random = random;
        chunks = load.isInline() ? null : memory.allocate(2L * chunkRoom(), PAGE);
        data = load.isChecked() ? new UnsafeBuffer(new byte[load.size() + Long.BYTES]) : null;
    }

    private int chunkRoom() {
        return (load.size() + PAGE - 1) & -PAGE;
    }

    void issue(final ClientCall call, final int number, final long nowNanos) {
        tag = number;
        issuedNanos = nowNanos;
        if (data != null) {
            makeData();
        }
        call.send(load.isInline() ? stageInline(call) : stageChunks(call), this);
    }

    private void makeData() {
        for (int i = 0; i < load.size(); i += Long.BYTES) {
            data.putLong(i, random.nextLong());
        }
    }

    private int stageInline(final ClientCall call) {
        if (data != null) {
            call.message().putBytes(EchoProtocol.DATA, data, 0, load.size());
        }
        return EchoProtocol.writeEcho(call.message(), tag, load.size(), tag);
    }

    private int stageChunks(final ClientCall call) {
        final long result = chunks.address() + chunkRoom();
        if (data != null) {
            new UnsafeBuffer(chunks.address(), load.size()).putBytes(0, data, 0, load.size());
            new UnsafeBuffer(result, load.size()).setMemory(0, load.size(), NOT_WRITTEN);
        }
        call.readSegment(EchoProtocol.DATA, chunks.address(), load.size());
        call.beginWriteChunk();
        call.writeSegment(result, load.size());
        return EchoProtocol.writeEchoOfChunk(call.message(), tag, load.size(), tag);
    }

    @Override
    public void onReply(final RpcReply reply) {
        final int inMessage = load.isInline() ? (load.size() + 3) & -4 : 0;
        final DirectBuffer message = reply.message();
        final int results = reply.messageOffset() + RpcProgram.RESULTS;
        if (reply.messageLength() != RpcProgram.RESULTS + 8 + inMessage
                || message.getInt(results, BIG_ENDIAN) != load.size()
                || message.getInt(results + 4 + inMessage, BIG_ENDIAN) != tag) {
            client.fail("the reply is not the call's: tag=" + tag + " messageLength=" + reply.messageLength());
        }
        client.replied(this, issuedNanos, data == null || isSame(reply, message, results + 4));
    }

    private boolean isSame(final RpcReply reply, final DirectBuffer message, final int inline) {
        if (load.isInline()) {
            return matches(message, inline);
        }
        return reply.writeChunkLength(0) == load.size()
                && matches(new UnsafeBuffer(chunks.address() + chunkRoom(), load.size()), 0);
    }

    private boolean matches(final DirectBuffer buffer, final int offset) {
        for (int i = 0; i < load.size(); i++) {
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
