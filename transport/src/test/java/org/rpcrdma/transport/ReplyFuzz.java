// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static java.nio.ByteOrder.BIG_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.agrona.concurrent.UnsafeBuffer;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.wire.RpcRdmaHeader;

/**
 * A peer that answers with mutations of valid replies. No exception escapes, no call has two outcomes, no accepted
 * reply exceeds the offer, and everything is released at the end.
 *
 * <p>{@code main} performs a long run. Its arguments are the number of replies and the seed.
 */
final class ReplyFuzz implements ClientListener, AutoCloseable {
    private static final int CALLS = 4;
    private static final int CHUNK = 1000;
    private static final int MESSAGE = 68;
    private static final int INVALIDATE = 8;

    /**
     * The number of replies per simulation. The seed of a simulation is the seed of the run plus the number of
     * preceding replies. A failure can therefore be reproduced in a single slice.
     */
    private static final int SLICE = 100_000;

    private final SplittableRandom random;
    private final RawServer server = new RawServer(client -> client.listener(this)
            .reverseService(this::serve)
            .credits(CALLS)
            .callTimeout(0)
            .tries(2));
    private final UnsafeBuffer bytes = server.bytes;
    private final RpcRdmaHeader offered = new RpcRdmaHeader();
    private final MemoryBlock block = server.clientDevice.memory().allocate(65_536, 4096);
    private final RpcRdmaClient client = server.client;
    private int calls;
    private int ended;
    int connections;
    int replies;
    int failures;
    int reverseCalls;

    /** Checks a reply against the offer of its call. */
    private final class Bounded implements ReplyHandler {
        private int outcomes;

        private void end() {
            assertEquals(1, ++outcomes, "outcomes");
            ended++;
        }

        @Override
        public void onReply(final RpcReply reply) {
            end();
            replies++;
            assertTrue(reply.writeChunkLength(0) <= 2 * CHUNK);
            assertTrue(reply.replyChunkLength() <= CHUNK);
            assertTrue(reply.messageLength() >= 0);
            assertTrue(reply.messageOffset() + reply.messageLength()
                    <= reply.message().capacity());
        }

        @Override
        public void onFailure(final String reason) {
            end();
            failures++;
        }
    }

    @Override
    public void onConnected() {
        connections++;
    }

    private void serve(final RpcCall call) {
        reverseCalls++;
        call.reply(Math.min(40, call.messageLength()));
    }

    private void call(final int xid) {
        final ClientCall call = TransportFixture.stage(client, xid, 64);
        call.beginWriteChunk();
        call.writeSegment(block.address(), CHUNK);
        call.writeSegment(block.address() + 4096, CHUNK);
        call.replySegment(block.address() + 8192, CHUNK);
        final Bounded outcome = new Bounded();
        calls++;
        call.send(64, outcome);
    }

    /** Reads the client's latest message, which may be a reply, and discards earlier messages. */
    private void readOffer() {
        final int last = server.peer.messages.size() - 1;
        final UnsafeBuffer message = server.peer.messages.get(last);
        server.peer.messages.subList(0, last).clear();
        offered.wrap(message, 0, message.capacity());
    }

    /**
     * Writes a valid reply to the latest call, either inline or in its Reply chunk, or writes a call in the reverse
     * direction.
     */
    private int rightReply() {
        readOffer();
        if (random.nextInt(8) == 0 || !offered.hasReplyChunk()) {
            final int length = server.writer
                    .wrap(bytes, 0, 4096)
                    .begin(random.nextInt(), 2, RpcRdmaHeader.RDMA_MSG)
                    .finish();
            bytes.setMemory(length, 40, (byte) 0);
            bytes.putInt(length, bytes.getInt(0));
            return length + 40;
        }
        final boolean inChunk = random.nextBoolean();
        server.writer
                .wrap(bytes, 0, 4096)
                .begin(offered.xid(), CALLS, inChunk ? RpcRdmaHeader.RDMA_NOMSG : RpcRdmaHeader.RDMA_MSG)
                .writeChunk()
                .segment(offered.writeHandle(0, 0), CHUNK, offered.writeOffset(0, 0))
                .segment(offered.writeHandle(0, 1), random.nextInt(CHUNK), offered.writeOffset(0, 1));
        if (inChunk) {
            server.writer.replyChunk().segment(offered.replyHandle(0), random.nextInt(CHUNK), offered.replyOffset(0));
        }
        return server.writer.finish() + (inChunk ? 0 : MESSAGE);
    }

    private int mutate(final int length) {
        for (int i = random.nextInt(3); i > 0; i--) {
            final int at = random.nextInt(length / 4) * 4;
            switch (random.nextInt(4)) {
                case 0 -> bytes.putByte(at, (byte) (bytes.getByte(at) ^ 1 << random.nextInt(8)));
                case 1 -> bytes.putInt(at, random.nextInt(5), BIG_ENDIAN);
                case 2 -> bytes.putInt(at, random.nextInt(), BIG_ENDIAN);
                default -> bytes.putInt(at, bytes.getInt(at, BIG_ENDIAN) + random.nextInt(3) - 1, BIG_ENDIAN);
            }
        }
        return random.nextInt(10) == 0 ? 1 + random.nextInt(length) : length;
    }

    private void answerOne() {
        final int length = mutate(rightReply());
        if (random.nextInt(INVALIDATE) == 0) {
            final int key =
                    random.nextInt(20) == 0 || !offered.hasReplyChunk() ? random.nextInt() : offered.writeHandle(0, 0);
            server.peer.sendWithInvalidate(bytes, length, key);
        } else {
            server.peer.send(bytes, length);
        }
    }

    ReplyFuzz(final long seed) {
        random = new SplittableRandom(seed);
    }

    /** Sends the given number of replies. */
    void run(final long count) {
        for (long i = 0; i < count; i++) {
            while (client.callsQueued() + client.callsOutstanding() < CALLS) {
                call(calls);
            }
            server.simulation.run();
            answerOne();
            server.simulation.run();
        }
    }

    @Override
    public void close() {
        server.closeClient();
        assertEquals(calls, ended, "calls that ended");
        block.close();
        server.close();
    }

    /**
     * Performs a long run.
     *
     * @param arguments the number of replies, and the seed.
     */
    public static void main(final String[] arguments) {
        final long count = Long.parseLong(arguments[0]);
        final long seed = Long.parseLong(arguments[1]);
        final long begun = System.nanoTime();
        long replies = 0;
        long failures = 0;
        long connections = 0;
        for (long done = 0; done < count; done += SLICE) {
            final ReplyFuzz fuzz = new ReplyFuzz(seed + done);
            fuzz.run(Math.min(SLICE, count - done));
            fuzz.close();
            replies += fuzz.replies;
            failures += fuzz.failures;
            connections += fuzz.connections;
            final long sent = Math.min(done + SLICE, count);
            System.out.printf(
                    "%d replies, %.0f a second: taken=%d failed=%d connections=%d%n",
                    sent, sent * 1e9 / (System.nanoTime() - begun), replies, failures, connections);
        }
    }
}
