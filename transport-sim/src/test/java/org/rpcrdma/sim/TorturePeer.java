// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.sim.GuardedBuffer.GUARD;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.QueuePairState;
import org.rpcrdma.verbs.SendRequests;

/**
 * One side of a connection. It sends random requests and models their results: the contents of its memory, which the
 * peer's requests change in order, the responses, and the messages that arrive.
 *
 * <pre>
 * | constant: source of READ, SEND and WRITE | WRITTEN by the peer | CELLS of its atomics | RECEIVES | RESULTS |
 * </pre>
 */
final class TorturePeer {
    static final int MTU = 256;
    static final int OUTSTANDING = 12;

    private static final int AREA = 16 * 1024;
    private static final int WRITTEN = AREA;
    private static final int CELLS = 2 * AREA;
    private static final int CELL_COUNT = 4;
    private static final int RECEIVES = CELLS + 1024;
    private static final int RECEIVE_COUNT = 16;
    private static final int MOST = 4 * MTU;
    private static final int RESULTS = RECEIVES + RECEIVE_COUNT * MOST;
    private static final int SEND = 0;
    private static final int WRITE = 1;
    private static final int WRITE_WITH_IMMEDIATE = 2;
    private static final int READ = 3;
    private static final int FETCH_AND_ADD = 4;
    private static final int OPERATIONS = 6;
    private static final long RECEIVE_ID = 1L << 40;

    final ModifiedPair.Side side;
    private final int salt;
    private final SeededRandom random;
    private final ByteBuffer memory;
    private final byte[] written = new byte[AREA];
    private final long[] cells = new long[CELL_COUNT];
    /**
     * The peer's messages that have not been received. Each is an offset in the peer's constant part (-1 for none) and
     * a length.
     */
    private final Queue<int[]> messages = new ArrayDeque<>();
    /** The expected result of each outstanding request, as an offset in the peer's constant part and a length. */
    private final int[][] reads = new int[OUTSTANDING][];

    private final long[] before = new long[OUTSTANDING];
    private TorturePeer peer;
    long digest;
    int posted;
    int completed;
    private int receivesPosted;
    private int received;

    private TorturePeer(final ModifiedPair.Side side, final int salt, final SeededRandom random) {
        this.side = side;
        this.salt = salt;
        this.random = random;
        memory = side.buffer.block().buffer().slice(GUARD, ModifiedPair.BUFFER).order(ByteOrder.nativeOrder());
        for (int i = 0; i < AREA; i++) {
            memory.put(i, constant(i));
        }
    }

    /** Returns the two sides of a pair, which send requests to each other. */
    static List<TorturePeer> of(final ModifiedPair pair, final SeededRandom random) {
        final TorturePeer client = new TorturePeer(pair.client, 1, random);
        final TorturePeer server = new TorturePeer(pair.server, 2, random);
        client.peer = server;
        server.peer = client;
        return List.of(client, server);
    }

    /** Posts Receives and, at random, a request. Returns true once the given number of requests have completed. */
    boolean act(final int requests) {
        postReceives();
        if (posted < requests && posted - completed < OUTSTANDING && random.nextBoolean()) {
            post();
        }
        return completed >= requests;
    }

    private byte constant(final int i) {
        return (byte) (salt + i * 31 + (i >> 8) * 7);
    }

    /** Posts all free Receives or only some of them, so that the peer's messages sometimes find no Receive. */
    private void postReceives() {
        while (receivesPosted - received < RECEIVE_COUNT && random.nextInt(8) != 0) {
            side.receive(RECEIVE_ID + receivesPosted, place(receivesPosted), MOST);
            receivesPosted++;
        }
    }

    private static int place(final int receive) {
        return RECEIVES + receive % RECEIVE_COUNT * MOST;
    }

    /** Posts a request of a random kind. */
    private void post() {
        final int slot = posted % OUTSTANDING;
        final int length = random.nextInt(MOST + 1);
        final int from = random.nextInt(AREA - length);
        final int to = random.nextInt(AREA - length);
        final SendRequests sends = side.sends();
        final int operation = random.nextInt(OPERATIONS);
        final int fence = random.nextInt(8) == 0 ? SendRequests.FENCE : 0;
        final int flags = SendRequests.SIGNALED | fence;
        reads[slot] = null;
        if (operation >= READ) {
            ask(sends, operation, flags, slot, length, from);
        } else {
            bring(sends, operation, flags, length, from, to);
        }
        side.post();
        posted++;
    }

    private void bring(
            final SendRequests sends,
            final int operation,
            final int flags,
            final int length,
            final int from,
            final int to) {
        final long target = peer.side.address + WRITTEN + to;
        final int key = peer.side.region.rkey();
        switch (operation) {
            case SEND -> sends.send(posted, flags);
            case WRITE -> sends.rdmaWrite(posted, flags, target, key);
            default -> sends.rdmaWriteWithImmediate(posted, flags, target, key, posted);
        }
        side.sge(from, length);
        if (operation != SEND) {
            memory.get(from, peer.written, to, length);
        }
        if (operation != WRITE) {
            peer.messages.add(new int[] {operation == SEND ? from : -1, length});
        }
    }

    private void ask(
            final SendRequests sends,
            final int operation,
            final int flags,
            final int slot,
            final int length,
            final int from) {
        final int result = RESULTS + slot * MOST;
        final int key = peer.side.region.rkey();
        if (operation == READ) {
            sends.rdmaRead(posted, flags, peer.side.address + from, key);
            side.sge(result, length);
            reads[slot] = new int[] {from, length};
            return;
        }
        final int cell = random.nextInt(CELL_COUNT);
        final long address = peer.side.address + CELLS + cell * Long.BYTES;
        final long value = peer.cells[cell];
        before[slot] = value;
        if (operation == FETCH_AND_ADD) {
            sends.fetchAndAdd(posted, flags, address, key, posted + 1);
            peer.cells[cell] = value + posted + 1;
        } else {
            final long expected = random.nextBoolean() ? value : value + 1;
            sends.compareAndSwap(posted, flags, address, key, expected, posted * 1_000_003L);
            peer.cells[cell] = value == expected ? posted * 1_000_003L : value;
        }
        side.sge(result, Long.BYTES);
        reads[slot] = new int[] {-1, Long.BYTES};
    }

    /** Polls the available completions. Each must be the next completion in its queue, with the expected result. */
    void poll(final long now) {
        final Completions batch = side.batch;
        side.queue.poll(batch);
        for (int i = 0; i < batch.count(); i++) {
            assertEquals("SUCCESS", CompletionStatus.name(batch.status(i)), "wrId=" + batch.wrId(i));
            digest = (digest * 31 + now) * 31 + batch.wrId(i);
            if (batch.wrId(i) >= RECEIVE_ID) {
                takeMessage(batch, i);
            } else {
                assertEquals(completed, batch.wrId(i));
                checkResult(completed % OUTSTANDING);
                completed++;
            }
        }
    }

    private void takeMessage(final Completions batch, final int i) {
        assertEquals(RECEIVE_ID + received, batch.wrId(i));
        final int[] message = messages.remove();
        assertEquals(message[1], batch.byteLength(i));
        if (message[0] >= 0) {
            peer.assertConstant(memory, place(received), message);
        }
        received++;
    }

    private void checkResult(final int slot) {
        final int at = RESULTS + slot * MOST;
        if (reads[slot] == null) {
            return;
        }
        if (reads[slot][0] < 0) {
            assertEquals(before[slot], memory.getLong(at), "atomic " + completed);
        } else {
            peer.assertConstant(memory, at, reads[slot]);
        }
    }

    /** Asserts that the bytes equal this side's constant part. */
    private void assertConstant(final ByteBuffer bytes, final int at, final int[] range) {
        for (int i = 0; i < range[1]; i++) {
            assertEquals(constant(range[0] + i), bytes.get(at + i), "byte " + i + " of " + range[1]);
        }
    }

    /** Asserts that all requests were executed exactly once. */
    void assertEnd() {
        assertEquals(posted, completed);
        assertTrue(messages.isEmpty());
        assertEquals(QueuePairState.RTS, side.queuePair.state());
        final byte[] now = new byte[AREA];
        memory.get(WRITTEN, now);
        assertEquals(-1, Arrays.mismatch(written, now), "written memory");
        for (int i = 0; i < CELL_COUNT; i++) {
            assertEquals(cells[i], memory.getLong(CELLS + i * Long.BYTES), "cell " + i);
        }
        side.buffer.assertGuards();
    }
}
