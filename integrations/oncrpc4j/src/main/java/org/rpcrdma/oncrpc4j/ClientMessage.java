// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.oncrpc4j;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.agrona.BitUtil;
import org.rpcrdma.transport.ClientCall;
import org.rpcrdma.transport.RpcReply;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * A client's call. Its message and arguments are in memory that the device can read. Further memory is for the reply.
 *
 * <pre>
 *   message     | head ...... | item: in place, or in a block |  padding | more of the head |
 *   reply block | the longest reply without results | result 0 | result 1 |
 *                 for a Reply chunk the whole block; for Write chunks only the results
 * </pre>
 */
final class ClientMessage {
    private static final int XDR_UNIT = 4;

    /** The length, in bytes, of a reply header with a short verifier. RFC 5531 allows 400 bytes more. */
    private static final int REPLY_HEAD = 64;

    private record Argument(int offset, long address, int length) {}

    private final MessageMemory memory;
    private final DdpRule rule;
    private final ByteBuffer head;
    private final List<Argument> arguments = new ArrayList<>(1);
    private final List<Integer> results;
    private final int replyLength;
    private final boolean isRepeatable;
    private final long timeoutNanos;
    private final List<MemoryBlock> blocks = new ArrayList<>(2);

    /**
     * The memory for the reply. It is allocated only when the call is staged. Otherwise, each call that is waiting for
     * a credit could occupy a megabyte.
     */
    private MemoryBlock replyBlock;

    /** The number of users that still need the memory: the reply's decoder and the transport. */
    private int uses = 2;

    /** @param timeoutNanos the caller's timeout, in ns; 0 if the caller has not set one. */
    ClientMessage(
            final EncodedMessage message, final CallRules rules, final MessageMemory memory, final long timeoutNanos) {
        this.memory = memory;
        this.timeoutNanos = timeoutNanos;
        rule = message.ruleOfCall(rules.chunks());
        isRepeatable = message.calls(rules.repeatable());
        final int longestReply = rules.longestReply();
        final MessageWalk walk = rule == null ? null : message.walkArguments(rule);
        results = walk == null ? List.of() : walk.results();
        long whole = REPLY_HEAD + (long) (walk == null ? longestReply : walk.replyLength(longestReply));
        for (final int result : results) {
            whole += BitUtil.align((long) result, XDR_UNIT);
        }
        replyLength = Math.toIntExact(whole);
        try {
            head = place(message, walk == null ? List.of() : walk.items());
        } catch (final RuntimeException e) {
            giveBack();
            throw e;
        }
    }

    private MemoryBlock take(final int length) {
        final MemoryBlock block = memory.take(length);
        blocks.add(block);
        return block;
    }

    /** Records the locations of the items, and returns the rest of the message in a block. */
    private ByteBuffer place(final EncodedMessage message, final List<MessageWalk.Item> items) {
        final MemoryBlock block = take(message.length());
        final ByteBuffer bytes = block.buffer().duplicate();
        int from = 0;
        for (final MessageWalk.Item item : items) {
            if (item.length() > 0) {
                final int begin = message.offsetOf(item);
                message.copy(from, begin, bytes);
                arguments.add(new Argument(bytes.position(), addressOf(message, begin, item.length()), item.length()));
                from = begin + BitUtil.align(item.length(), XDR_UNIT);
            }
        }
        message.copy(from, message.length(), bytes);
        return bytes.flip();
    }

    private long addressOf(final EncodedMessage message, final int begin, final int length) {
        final List<ByteBuffer> pieces = message.range(begin, begin + length);
        final long inPlace = pieces.size() == 1 ? memory.addressOf(pieces.get(0)) : 0;
        if (inPlace != 0) {
            return inPlace;
        }
        final MemoryBlock block = take(length);
        final ByteBuffer bytes = block.buffer().duplicate();
        pieces.forEach(bytes::put);
        return block.address();
    }

    /** Stages the call. Called on the event loop. */
    int stage(final ClientCall call, final int xid) {
        call.timeout(timeoutNanos);
        if (isRepeatable) {
            call.repeatable();
        }
        replyBlock = take(replyLength);
        head.putInt(0, xid);
        final boolean isShort = head.limit() <= call.message().capacity();
        if (isShort) {
            call.message().putBytes(0, head, 0, head.limit());
        } else {
            call.message().putInt(0, xid, ByteOrder.BIG_ENDIAN);
            call.messageAt(blocks.get(0).address(), head.limit());
        }
        for (final Argument argument : arguments) {
            call.argument(argument.offset(), argument.address(), argument.length());
        }
        call.longestReply(replyBlock.address(), replyLength);
        int offset = resultsBegin();
        for (final int result : results) {
            call.result(replyBlock.address() + offset, result);
            offset += BitUtil.align(result, XDR_UNIT);
        }
        return isShort ? head.limit() : 0;
    }

    /** Returns the number of bytes that the call provides for its reply. */
    int replyLength() {
        return replyLength;
    }

    private int resultsBegin() {
        int begin = replyLength;
        for (final int result : results) {
            begin -= BitUtil.align(result, XDR_UNIT);
        }
        return begin;
    }

    /** Assembles the reply. Called on the event loop. The reply's chunks stay in the block until {@link #release()}. */
    ReceivedXdr read(final RpcReply reply) {
        if (reply.inReplyChunk()) {
            return ReceivedXdr.of(
                    replyBlock.buffer().slice(0, reply.replyChunkLength()), new int[0], new ByteBuffer[0], false);
        }
        final ByteBuffer message = ByteBuffer.allocate(reply.messageLength());
        reply.message().getBytes(reply.messageOffset(), message, 0, message.capacity());
        final int[] lengths = new int[results.size()];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = reply.writeChunkLength(i);
        }
        return whole(message, lengths);
    }

    private ReceivedXdr whole(final ByteBuffer message, final int[] lengths) {
        final List<MessageWalk.Item> items =
                results.isEmpty() ? List.of() : EncodedMessage.of(message).itemsOfReply(rule, lengths);
        final List<Integer> positions = new ArrayList<>(1);
        final List<ByteBuffer> chunks = new ArrayList<>(1);
        int offset = resultsBegin();
        int moved = 0;
        for (int i = 0; i < results.size(); i++) {
            if (lengths[i] > 0) {
                if (i >= items.size()) {
                    throw new IllegalArgumentException(
                            "a Write chunk contains bytes that do not belong to a result: chunk=" + i + " bytes="
                                    + lengths[i] + " results=" + items.size());
                }
                positions.add(items.get(i).offset() + moved);
                chunks.add(replyBlock.buffer().slice(offset, lengths[i]));
                moved += BitUtil.align(lengths[i], XDR_UNIT);
            }
            offset += BitUtil.align(results.get(i), XDR_UNIT);
        }
        return ReceivedXdr.of(
                message,
                positions.stream().mapToInt(Integer::intValue).toArray(),
                chunks.toArray(ByteBuffer[]::new),
                false);
    }

    /** Releases the memory on behalf of one of its two users: the transport or the reply's decoder. */
    synchronized void release() {
        uses--;
        if (uses == 0) {
            giveBack();
        }
    }

    private void giveBack() {
        blocks.forEach(memory::give);
        blocks.clear();
    }
}
