// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.rpcrdma.transport.SoakProtocol.CALL_HEAD;
import static org.rpcrdma.transport.SoakProtocol.READ;
import static org.rpcrdma.transport.SoakProtocol.REVERSE_SEED;
import static org.rpcrdma.transport.SoakProtocol.WRITE;

import java.util.concurrent.TimeUnit;
import org.agrona.BitUtil;
import org.rpcrdma.transport.SoakProtocol.Treatment;

/** Calls with explicit chunk lists of every shape. They are answered immediately, late or never. */
final class SoakChunkCall extends SoakCall {
    private static final int LONGEST_BODY = 480;
    private static final int MOST_WRITES = 3;
    private static final int LEAST_REPLY_CHUNK = 64;
    private static final int USUAL_DELAY = (int) TimeUnit.SECONDS.toMillis(2);
    /** The maximum time that an answer takes to arrive. */
    private static final long SLACK = TimeUnit.SECONDS.toNanos(1);

    private static final int LONG_DELAY = (int) TimeUnit.SECONDS.toMillis(100);

    private final boolean canBeCalledBack;
    private Treatment treatment;
    private long seed;
    private int delay;
    private int writes;
    private final int[] capacity = new int[MOST_WRITES];
    private final int[] begin = new int[MOST_WRITES];
    private int replyRoom;

    SoakChunkCall(final SoakClient client, final SoakMemory memory, final boolean canBeCalledBack) {
        super(client, memory);
        this.canBeCalledBack = canBeCalledBack;
    }

    private Treatment draw() {
        final int draw = random.nextInt(4000);
        if (draw < 4) {
            return draw < 2 ? Treatment.DROP : Treatment.FAIL;
        }
        if (draw < 60) {
            return Treatment.REFUSE;
        }
        if (draw < 1400) {
            return draw < 800 ? Treatment.ANSWER_LATE : Treatment.ANSWER_DEFERRED;
        }
        return draw < 1800 && canBeCalledBack ? Treatment.CALL_BACK : Treatment.ANSWER;
    }

    @Override
    public int stage(final ClientCall call) {
        seed = random.nextLong();
        treatment = draw();
        delay = random.nextInt(random.nextInt(400) == 0 ? LONG_DELAY : USUAL_DELAY);
        final int body = BitUtil.align(random.nextInt(LONGEST_BODY), Integer.BYTES);
        final int length = CALL_HEAD + body;
        SoakProtocol.writeHead(call.message(), xid, treatment, delay, seed);
        SoakPattern.fill(call.message(), CALL_HEAD, body, seed);
        final boolean isLong = random.nextInt(8) == 0;
        offerReads(call, length, isLong);
        offerWrites(call);
        replyRoom = random.nextBoolean() ? 0 : length(LEAST_REPLY_CHUNK, memory.room);
        offer(replyRoom, memory.reply(), (address, bytes) -> call.replySegment(address, bytes));
        return isLong ? 0 : length;
    }

    private void offerReads(final ClientCall call, final int messageLength, final boolean isLong) {
        int at = memory.arguments();
        int segment = 0;
        if (isLong) {
            memory.bytes.putBytes(at, call.message(), 0, messageLength);
            call.readSegment(0, memory.address(at), messageLength);
            at += BitUtil.align(messageLength, Long.BYTES);
            segment++;
        }
        int position = messageLength;
        for (int chunks = random.nextInt(3); chunks > 0; chunks--) {
            int chunkBytes = 0;
            for (int segments = 1 + random.nextInt(2); segments > 0; segments--) {
                final int bytes = length(1, memory.room / 8);
                SoakPattern.fill(memory.bytes, at, bytes, seed + READ * (long) ++segment);
                call.readSegment(position, memory.address(at), bytes);
                at += bytes;
                chunkBytes += bytes;
            }
            position += BitUtil.align(chunkBytes, Integer.BYTES);
        }
    }

    private void offerWrites(final ClientCall call) {
        writes = random.nextInt(MOST_WRITES + 1);
        int at = memory.results();
        for (int c = 0; c < writes; c++) {
            capacity[c] = length(1, memory.room / MOST_WRITES);
            begin[c] = at;
            call.beginWriteChunk();
            offer(capacity[c], at, (address, bytes) -> call.writeSegment(address, bytes));
            at += capacity[c];
        }
    }

    private interface Segments {
        void add(long address, int length);
    }

    /** Offers memory as one segment or as two segments. */
    private void offer(final int length, final int at, final Segments segments) {
        if (length == 0) {
            return;
        }
        final int first = length > 1 && random.nextBoolean() ? 1 + random.nextInt(length - 1) : length;
        segments.add(memory.address(at), first);
        if (first < length) {
            segments.add(memory.address(at + first), length - first);
        }
    }

    @Override
    public boolean isRight(final RpcReply reply) {
        final boolean isReply = treatment.ordinal() <= Treatment.CALL_BACK.ordinal();
        boolean isRight = isReply && reply.inReplyChunk() == replyRoom > 0;
        for (int c = 0; isRight && c < writes; c++) {
            final int length = SoakProtocol.writtenLength(seed, c, capacity[c]);
            isRight = reply.writeChunkLength(c) == length
                    && SoakPattern.matches(memory.bytes, begin[c], length, seed + WRITE * (long) (c + 2));
        }
        return isRight && isRightMessage(reply);
    }

    private boolean isRightMessage(final RpcReply reply) {
        final int length = SoakProtocol.replyLength(seed, replyRoom);
        return reply.inReplyChunk()
                ? reply.replyChunkLength() == length
                        && SoakProtocol.isReply(memory.bytes, memory.reply(), length, xid, seed)
                : reply.messageLength() == length
                        && SoakProtocol.isReply(reply.message(), reply.messageOffset(), length, xid, seed);
    }

    @Override
    public void onUnknownOutcome() {
        // This call has no lasting effect on the service.
    }

    @Override
    public String kind() {
        return treatment.name();
    }

    @Override
    public boolean endsConnection() {
        return switch (treatment) {
            case DROP, FAIL -> true;
            case ANSWER_LATE, ANSWER_DEFERRED -> TimeUnit.MILLISECONDS.toNanos(delay) + SLACK >= client.callTimeout;
            default -> false;
        };
    }

    /** Returns the seed of a call in the reverse direction. */
    static long reverseSeed(final RpcCall call) {
        return call.message().getLong(call.messageOffset() + REVERSE_SEED, BIG_ENDIAN);
    }
}
