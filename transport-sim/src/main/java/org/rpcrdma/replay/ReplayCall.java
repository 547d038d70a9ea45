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
package org.rpcrdma.replay;

import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.ReplyHandler;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.verbs.MemoryBlock;

/** One call of a replay in flight, with the memory that its chunks name; used again for later calls. */
final class ReplayCall implements ReplyHandler {
    /** What memory that the peer writes holds before: bytes that did not arrive must not pass for bytes that did. */
    private static final byte NOT_WRITTEN = (byte) 0xa5;

    private final ReplayClient client;
    private final ChunkMemory memory;
    private final PayloadCheck check;
    private final UnsafeBuffer view = new UnsafeBuffer();
    private final List<MemoryBlock> reads = new ArrayList<>();
    private final List<MemoryBlock> writes = new ArrayList<>();
    private final List<MemoryBlock> replies = new ArrayList<>();
    private Exchange exchange;
    private long issuedNanos;

    ReplayCall(final ReplayClient client, final ChunkMemory memory, final PayloadCheck check) {
        this.client = client;
        this.memory = memory;
        this.check = check;
    }

    void issue(final Exchange next, final ClientCall call, final long nowNanos) {
        exchange = next;
        issuedNanos = nowNanos;
        call.message().putInt(0, exchange.xid(), ByteOrder.BIG_ENDIAN);
        call.message().putBytes(0, exchange.call());
        offerReads(call);
        for (final int[] chunk : exchange.writeSegments()) {
            call.beginWriteChunk();
            for (final int length : chunk) {
                call.writeSegment(sink(writes, length), length);
            }
        }
        for (final int length : exchange.replySegments()) {
            call.replySegment(sink(replies, length), length);
        }
        call.send(exchange.call().length, this);
    }

    private void offerReads(final ClientCall call) {
        for (int i = 0; i < exchange.readData().length; i++) {
            final byte[] data = exchange.readData()[i];
            final MemoryBlock block = memory.take(data.length);
            reads.add(block);
            view.wrap(block.address(), data.length);
            view.putBytes(0, data);
            call.readSegment(exchange.readPositions()[i], block.address(), data.length);
        }
    }

    /** Memory that the peer writes. */
    private long sink(final List<MemoryBlock> blocks, final int length) {
        final MemoryBlock block = memory.take(length);
        blocks.add(block);
        view.wrap(block.address(), length);
        view.setMemory(0, length, NOT_WRITTEN);
        return block.address();
    }

    @Override
    public void onReply(final RpcReply reply) {
        if (reply.inReplyChunk()) {
            compare(exchange.reply(), reply.replyChunkLength(), replies, 0, exchange.replySegments());
        } else {
            check.compare(exchange.reply(), reply.message(), reply.messageOffset(), reply.messageLength());
        }
        int block = 0;
        for (int c = 0; c < exchange.written().length; c++) {
            final int[] segments = exchange.writeSegments()[c];
            compare(exchange.written()[c], reply.writeChunkLength(c), writes, block, segments);
            block += segments.length;
        }
        giveBack();
        client.replied(this, exchange, issuedNanos);
    }

    /** Compares what the peer wrote over a chunk's segments, filled one after the other. */
    private void compare(
            final byte[] captured,
            final int length,
            final List<MemoryBlock> blocks,
            final int firstBlock,
            final int[] segments) {
        if (length != captured.length) {
            check.compared(length, false);
            return;
        }
        int done = 0;
        boolean same = true;
        for (int i = 0; i < segments.length && done < length; i++) {
            final int part = Math.min(segments[i], length - done);
            view.wrap(blocks.get(firstBlock + i).address(), part);
            same &= check.matches(captured, done, view, 0, part);
            done += part;
        }
        check.compared(length, same && done == length);
    }

    @Override
    public void onFailure(final String reason) {
        giveBack();
        client.fail(reason);
    }

    private void giveBack() {
        giveBack(reads);
        giveBack(writes);
        giveBack(replies);
    }

    private void giveBack(final List<MemoryBlock> blocks) {
        blocks.forEach(memory::giveBack);
        blocks.clear();
    }
}
