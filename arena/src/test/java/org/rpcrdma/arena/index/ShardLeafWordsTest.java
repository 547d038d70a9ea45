// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.arena.FakeDevice;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.ShardMapping;
import org.rpcrdma.testkit.Seed;

/**
 * Tests the bitmap words of a shard that lies between two other shards. Shards have 1 to 130 slots, and each word
 * represents 48 slots.
 */
class ShardLeafWordsTest {
    private static final int TAG = 5;
    private static final int SHARD = 1;
    private static final int RELEASES_OF_A_WORD = 1 << 14;

    private final FakeDevice device = new FakeDevice();
    private final DmaShardMapper mapper = new DmaShardMapper(device.domain());
    private final ShardMapping mapping = mapper.map(device.allocate(65_536, 65_536));
    private ShardGeometry geometry;
    private ShardLeaf leaf;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 47, 48, 49, 63, 64, 65, 95, 96, 97, 128, 130})
    void shouldTakeTheLowestSlot(final int slots) {
        begin(slots);
        assertTrue(leaf.isIdle(SHARD));
        for (int slot = 0; slot < slots; slot++) {
            assertTrue(leaf.hasFree(SHARD));
            assertEquals(slot, slot(leaf.take(SHARD)));
            assertFalse(leaf.isFree(geometry.buffer(SHARD, slot)));
            assertFalse(leaf.isIdle(SHARD));
        }
        assertFalse(leaf.hasFree(SHARD));
        assertEquals(ReceiveArena.NONE, leaf.take(SHARD));
        final int last = geometry.buffer(SHARD, slots - 1);
        assertTrue(leaf.put(last, true));
        assertFalse(leaf.put(last, true), "free already");
        assertTrue(leaf.isFree(last));
        assertEquals(slots - 1, slot(leaf.take(SHARD)));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 47, 48, 49, 96, 97, 130})
    void shouldTakeAllOrNone(final int slots) {
        begin(slots);
        assertTrue(leaf.takeAll(SHARD));
        assertFalse(leaf.hasFree(SHARD));
        assertFalse(leaf.takeAll(SHARD));
        leaf.fill(SHARD, 0);
        assertTrue(leaf.isIdle(SHARD));
        for (int slot = 0; slot < slots; slot++) {
            leaf.fill(SHARD, 0);
            final long[] handles = new long[slots];
            assertEquals(slots, leaf.take(SHARD, handles, 0, slots));
            for (int other = 0; other < slots; other++) {
                assertTrue(other == slot || leaf.put(geometry.buffer(SHARD, other), true));
            }
            assertFalse(leaf.takeAll(SHARD), "one is out");
            assertEquals(slots - 1, free(), "nothing was taken");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 48, 49, 97, 130})
    void shouldAgreeWithASetOfSlots(final int slots) throws Exception {
        Seed.run(seed -> {
            final Random random = new Random(seed);
            begin(slots);
            final TreeSet<Integer> free = new TreeSet<>();
            for (int slot = 0; slot < slots; slot++) {
                free.add(slot);
            }
            long releases = leaf.releases();
            for (int i = 0; i < 20_000; i++) {
                final int slot = random.nextInt(slots);
                if (random.nextBoolean()) {
                    final boolean put = leaf.put(geometry.buffer(SHARD, slot), true);
                    assertEquals(free.add(slot), put);
                    releases += put ? 1 : 0;
                } else {
                    takeSome(free, random.nextInt(slots + 2));
                }
                assertEquals(releases, leaf.releases());
                assertEquals(!free.isEmpty(), leaf.hasFree(SHARD));
                assertEquals(free.size() == slots, leaf.isIdle(SHARD));
            }
        });
    }

    private void takeSome(final TreeSet<Integer> free, final int count) {
        final long[] handles = new long[count + 2];
        final int taken = leaf.take(SHARD, handles, 1, count);
        assertEquals(Math.min(count, free.size()), taken);
        for (int i = 0; i < taken; i++) {
            assertEquals(free.pollFirst(), slot(handles[1 + i]));
        }
        assertEquals(0, handles[1 + taken], "beyond the taken slots");
    }

    /** A word counts releases in 14 bits. When this counter overflows, the word's slots must remain intact. */
    @Test
    void shouldContinuePastTheMostReleasesThatAWordCounts() {
        begin(49);
        final int buffer = geometry.buffer(SHARD, 3);
        final long before = leaf.releases();
        for (int i = 0; i < 70_000; i++) {
            assertEquals(ReceiveArena.NONE, i == 0 ? ReceiveArena.NONE : leaf.take(2));
            final long[] handles = new long[4];
            assertEquals(4, leaf.take(SHARD, handles, 0, 4));
            for (int slot = 0; slot < 4; slot++) {
                assertTrue(leaf.put(geometry.buffer(SHARD, slot), true));
            }
            assertEquals(49, free());
        }
        assertEquals((before + 280_000) % RELEASES_OF_A_WORD, leaf.releases());
        assertTrue(leaf.isFree(buffer) && leaf.isIdle(SHARD));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 48, 49, 130})
    void shouldNoteEachUseSinceItAged(final int slots) {
        begin(slots);
        assertFalse(leaf.age(SHARD));
        assertTrue(leaf.age(SHARD));
        final int last = geometry.buffer(SHARD, slots - 1);
        final long[] handles = new long[slots];
        assertEquals(slots, leaf.take(SHARD, handles, 0, slots));
        assertFalse(leaf.age(SHARD), "taken");
        assertTrue(leaf.put(last, true));
        assertFalse(leaf.age(SHARD), "released");
        assertEquals(slots - 1, slot(leaf.take(SHARD)));
        assertFalse(leaf.age(SHARD));
        assertTrue(leaf.put(last, false));
        assertTrue(leaf.age(SHARD), "it had idled on a stack");
    }

    @Test
    void shouldContinueInItsGenerationsWhereAShardComesAgain() {
        begin(16);
        final long handle = leaf.take(SHARD);
        final int buffer = HandleBits.buffer(handle);
        final int state = leaf.state(buffer);
        assertTrue(leaf.compareAndSetState(buffer, state, StateBits.next(state)));
        assertTrue(leaf.put(buffer, true));
        assertTrue(leaf.takeAll(SHARD));
        leaf.remove(SHARD);
        assertNull(leaf.mapping(SHARD));
        leaf.add(SHARD, new Addresses(1 << 20), mapping, 0, 9);
        assertEquals(handle + HandleBits.ofGeneration(1), leaf.take(SHARD));
        assertEquals(1 << 20, leaf.address(buffer));
    }

    private void begin(final int slots) {
        geometry = new ShardGeometry(64, 64 * slots, 3);
        leaf = new ShardLeaf(geometry, TAG, 0, mapper);
        for (int shard = 0; shard < 3; shard++) {
            leaf.add(shard, new Addresses(65_536L * (1 + shard)), mapping, 0, 1);
        }
        final long[] handles = new long[slots];
        assertEquals(slots, leaf.take(0, handles, 0, slots));
        assertEquals(slots, leaf.take(2, handles, 0, slots));
    }

    private int slot(final long handle) {
        assertEquals(SHARD, geometry.shard(HandleBits.buffer(handle)));
        return geometry.slot(HandleBits.buffer(handle));
    }

    private int free() {
        int free = 0;
        for (int slot = 0; slot < geometry.slots; slot++) {
            free += leaf.isFree(geometry.buffer(SHARD, slot)) ? 1 : 0;
        }
        return free;
    }
}
