// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.sim.GuardedBuffer.GUARD;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.sim.EndingKey.Way;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.SendRequests;

/**
 * One side of a connection, which owns keys. It repeatedly opens each key for its peer, once per generation:
 *
 * <pre>
 * CLOSED --open--> OPENING --> OPEN --the peer's READs, WRITEs and an atomic--> USED --end--> ENDING --> CLOSED
 * </pre>
 *
 * <p>Each generation has different contents. The test compares the bytes that the peer read and wrote. The memory of a
 * closed key must not change. The memory into which the peer reads is registered while it is in use.
 */
final class EndingKeysPeer {
    private static final int SLOTS = 2;
    private static final int PART = 8192;
    private static final int SLOT = 2 * PART;
    private static final int RESULTS = SLOTS * SLOT;
    private static final int MOST_READS = 3;
    private static final int RECEIVES = RESULTS + SLOTS * PART;
    private static final int RECEIVE_COUNT = 8;
    private static final int CONSTANT = RECEIVES;
    private static final int CELL = PART;
    private static final int WRITTEN = PART + Long.BYTES;
    private static final int MOST = PART - 2 * Long.BYTES;
    private static final long RECEIVE_ID = 1L << 40;
    private static final long OWN = 1L << 32;

    private enum State {
        CLOSED,
        OPENING,
        OPEN,
        IN_USE,
        USED,
        ENDING
    }

    private final ModifiedPair.Side side;
    private final ModifiedPair.Side peer;
    private final SeededRandom random;
    private final ByteBuffer memory;
    private final ByteBuffer peerMemory;
    private final List<Slot> slots = new ArrayList<>();
    int generations;

    private static final class Slot {
        final int index;
        final int offset;
        final int result;
        EndingKey key;
        State state = State.CLOSED;
        int salt;
        int outstanding;
        int read;
        int written;
        boolean isEnded;
        MemoryRegion sink;

        Slot(final int index) {
            this.index = index;
            offset = index * SLOT;
            result = RESULTS + index * PART;
        }

        byte content(final int i) {
            return (byte) (salt + i * 31 + (i >> 8) * 7);
        }
    }

    EndingKeysPeer(final ModifiedPair.Side side, final ModifiedPair.Side peer, final SeededRandom random) {
        this.side = side;
        this.peer = peer;
        this.random = random;
        memory = bytes(side);
        peerMemory = bytes(peer);
        for (int i = 0; i < SLOTS; i++) {
            slots.add(new Slot(i));
        }
        for (int i = 0; i < PART; i++) {
            memory.put(CONSTANT + i, (byte) (i * 37));
        }
        for (int i = 0; i < RECEIVE_COUNT; i++) {
            side.receive(RECEIVE_ID, RECEIVES, 0);
        }
    }

    private static ByteBuffer bytes(final ModifiedPair.Side of) {
        return of.buffer.block().buffer().slice(GUARD, ModifiedPair.BUFFER).order(ByteOrder.nativeOrder());
    }

    boolean canAct() {
        return slots.stream()
                .anyMatch(slot -> slot.state == State.CLOSED || slot.state == State.OPEN || slot.state == State.USED);
    }

    void act() {
        final Slot slot = slots.get(random.nextInt(SLOTS));
        switch (slot.state) {
            case CLOSED -> open(slot);
            case OPEN -> use(slot);
            case USED -> end(slot);
            default -> {
                // an operation is in progress
            }
        }
    }

    private void open(final Slot slot) {
        assertUntouched(slot);
        if (slot.key == null || random.nextInt(4) == 0) {
            slot.key = new EndingKey(side, Way.values()[random.nextInt(Way.values().length)], slot.offset, SLOT);
        }
        slot.salt = random.nextInt(256);
        for (int i = 0; i < SLOT; i++) {
            memory.put(slot.offset + i, slot.content(i));
        }
        memory.putLong(slot.offset + CELL, 0);
        slot.isEnded = false;
        slot.state = slot.key.way.isOpenedByRequest() ? State.OPENING : State.OPEN;
        slot.key.open(OWN + slot.index);
    }

    /** Lets the peer execute a READ, a WRITE and an atomic. */
    private void use(final Slot slot) {
        slot.state = State.IN_USE;
        slot.sink = peer.domain.registerMemory(
                peer.address + slot.result, PART, peer.address + slot.result, Access.LOCAL_WRITE);
        slot.read = 1 + random.nextInt(MOST);
        slot.written = random.nextInt(MOST + 1);
        final int reads = 1 + random.nextInt(MOST_READS);
        slot.outstanding = reads + 2;
        final long address = slot.key.address();
        final SendRequests sends = peer.sends();
        for (int i = 0; i < reads; i++) {
            sends.rdmaRead(slot.index, SendRequests.SIGNALED, address, slot.key.key);
            sends.sge(peer.address + slot.result, slot.read, slot.sink.lkey());
        }
        sends.fetchAndAdd(slot.index, SendRequests.SIGNALED, address + CELL, slot.key.key, 1);
        sends.sge(peer.address + slot.result + MOST, Long.BYTES, slot.sink.lkey());
        sends.rdmaWrite(slot.index, SendRequests.SIGNALED, address + WRITTEN, slot.key.key);
        peer.post(CONSTANT, slot.written);
    }

    private void used(final Slot slot) {
        if (--slot.outstanding > 0) {
            return;
        }
        slot.state = State.USED;
        slot.sink.close();
        for (int i = 0; i < slot.read; i++) {
            assertEquals(slot.content(i), peerMemory.get(slot.result + i), "byte " + i + " of " + slot.key.way);
        }
        for (int i = 0; i < slot.written; i++) {
            assertEquals(peerMemory.get(CONSTANT + i), memory.get(slot.offset + WRITTEN + i), "written byte " + i);
        }
        assertEquals(0, peerMemory.getLong(slot.result + MOST), "value before the atomic");
        peerMemory.put(slot.result, (byte) ~slot.content(0));
    }

    private void end(final Slot slot) {
        assertEquals((byte) ~slot.content(0), peerMemory.get(slot.result), "a response came late");
        final boolean isByPeer = Way.BY_PEER.contains(slot.key.way);
        slot.state = State.ENDING;
        slot.key.end(peer, isByPeer ? -1 : OWN + slot.index);
        if (!isByPeer && !Way.BY_REQUEST.contains(slot.key.way)) {
            ended(slot);
        }
    }

    private void ended(final Slot slot) {
        assertEquals(1, memory.getLong(slot.offset + CELL), "counted by the peer");
        slot.state = State.CLOSED;
        slot.isEnded = true;
        generations++;
        for (int i = 0; i < SLOT; i++) {
            memory.put(slot.offset + i, (byte) ~slot.content(i));
        }
    }

    private void assertUntouched(final Slot slot) {
        for (int i = 0; slot.isEnded && i < SLOT; i++) {
            assertEquals((byte) ~slot.content(i), memory.get(slot.offset + i), "byte " + i + " after the end");
        }
    }

    /**
     * Polls this side's completions. They belong to requests for its own keys and to requests that use the peer's keys.
     */
    void poll(final EndingKeysPeer other) {
        final Completions batch = side.batch;
        side.queue.poll(batch);
        for (int i = 0; i < batch.count(); i++) {
            final long wrId = batch.wrId(i);
            assertEquals("SUCCESS", CompletionStatus.name(batch.status(i)), "wrId=" + wrId);
            if (wrId >= RECEIVE_ID) {
                invalidated(batch.invalidatedKey(i));
            } else if (wrId >= OWN) {
                ownCompleted(slots.get((int) (wrId - OWN)));
            } else if (wrId >= 0) {
                other.used(other.slots.get((int) wrId));
            }
        }
    }

    private void invalidated(final int key) {
        side.receive(RECEIVE_ID, RECEIVES, 0);
        for (final Slot slot : slots) {
            if (slot.state == State.ENDING && slot.key.key == key) {
                ended(slot);
                return;
            }
        }
        throw new AssertionError("invalidated, but nothing ends: key=" + key);
    }

    private void ownCompleted(final Slot slot) {
        if (slot.state == State.OPENING) {
            slot.state = State.OPEN;
        } else {
            assertEquals(State.ENDING, slot.state);
            ended(slot);
        }
    }
}
