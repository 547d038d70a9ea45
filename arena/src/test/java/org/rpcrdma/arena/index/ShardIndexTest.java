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

class ShardIndexTest {
    private static final int TAG = 5;
    private static final int OWNER = 3;

    private final FakeDevice device = new FakeDevice();
    private final DmaShardMapper mapper = new DmaShardMapper(device.domain());
    private final ShardMapping mapping = mapper.map(device.allocate(65_536, 65_536));

    /** Two buffers per shard. */
    private final ShardGeometry geometry = new ShardGeometry(32_768, 65_536, 1 << 20);

    private final ShardIndex index = new ShardIndex(geometry, TAG, mapper, false);

    @ParameterizedTest
    @ValueSource(ints = {1, 63, 64, 65, 4096, 4097, 70_000})
    void shouldTakeTheLowestFreeBuffer(final int shards) {
        fill(shards);
        assertEquals(2L * shards, index.countFree());
        for (int buffer = 0; buffer < 2 * shards; buffer++) {
            assertTrue(index.hasMarks());
            assertEquals(buffer, HandleBits.buffer(index.take()));
        }
        assertEquals(0, index.countFree());
        assertEquals(ReceiveArena.NONE, index.take());
        assertFalse(index.hasMarks());
        for (final int buffer : new int[] {2 * shards - 1, shards / 2, 0}) {
            put(buffer);
            assertEquals(buffer, HandleBits.buffer(index.take()));
            assertEquals(ReceiveArena.NONE, index.take());
        }
    }

    @Test
    void shouldTakeTheLowestOfSeveral() throws Exception {
        Seed.run(seed -> {
            final Random random = new Random(seed);
            fill(5000);
            takeAll();
            final TreeSet<Integer> free = new TreeSet<>();
            for (int i = 0; i < 200_000; i++) {
                final int buffer = random.nextInt(10_000);
                if (random.nextInt(100) < (i / 10_000 % 2 == 0 ? 55 : 45)) {
                    if (free.add(buffer)) {
                        put(buffer);
                    }
                } else if (free.isEmpty()) {
                    assertEquals(ReceiveArena.NONE, index.take());
                } else {
                    assertEquals(free.pollFirst(), HandleBits.buffer(index.take()));
                }
                if (i % 50_000 == 0) {
                    assertEquals(free.size(), index.countFree());
                }
            }
        });
    }

    @Test
    void shouldTakeSeveralOfOneShard() {
        fill(70);
        final long[] handles = new long[10];
        assertEquals(1, index.take(handles, 3, 1, 0));
        assertEquals(0, HandleBits.buffer(handles[3]));
        assertEquals(1, index.take(handles, 0, 10, 0), "one was left there");
        assertEquals(1, HandleBits.buffer(handles[0]));
        assertEquals(2, index.take(handles, 0, 10, 0));
        assertEquals(2, HandleBits.buffer(handles[0]));
        assertEquals(3, HandleBits.buffer(handles[1]));
        takeAll();
        assertEquals(0, index.take(handles, 0, 10, 0));
    }

    @Test
    void shouldHaveNoLeafBeyondTheShardsAdded() {
        assertNull(index.leafOf(0));
        assertEquals(ReceiveArena.NONE, index.take());
        fill(65);
        assertEquals(0, index.leafOf(geometry.buffer(63, 1)).firstShard);
        assertEquals(64, index.leafOf(geometry.buffer(127, 1)).firstShard);
        for (final int shard : new int[] {128, 4095, 4096, 1 << 19}) {
            assertNull(index.leafOf(geometry.buffer(shard, 0)));
        }
        assertEquals(0, index.leafOf(geometry.buffer(65, 0)).state(geometry.buffer(65, 0)), "there never was a buffer");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64, 65, 4096, 4097})
    void shouldMarkAgainWhatAThreadLeftUnmarked(final int shards) {
        fill(shards);
        takeAll();
        final int last = geometry.buffer(shards - 1, 1);
        assertTrue(index.leafOf(last).put(last, true));
        assertEquals(ReceiveArena.NONE, index.take(), "not marked yet");
        assertTrue(index.markAll());
        assertEquals(last, HandleBits.buffer(index.take()));
        assertFalse(index.markAll());
    }

    @Test
    void shouldFindOneBufferInAnArenaThatGrows() {
        for (int shard = 0; shard < 4200; shard++) {
            add(shard);
            takeAll();
            put(geometry.buffer(shard / 2, 1));
            assertEquals(geometry.buffer(shard / 2, 1), HandleBits.buffer(index.take()));
        }
    }

    @Test
    void shouldCountEveryReleaseAndGiveNothingOutWhileItIsClosed() {
        fill(70);
        takeAll();
        long before = index.releases();
        for (int buffer = 0; buffer < 140; buffer++) {
            put(buffer);
            assertEquals(++before, index.releases());
        }
        index.setClosed(true);
        assertEquals(ReceiveArena.NONE, index.take());
        assertEquals(140, index.countFree(), "free, but closed");
        index.setClosed(false);
        assertEquals(0, HandleBits.buffer(index.take()));
    }

    /** Without the second check, a wrong tag could compensate for a special state. */
    @Test
    void shouldReleaseOnlyTheHoldOfAValidHandle() {
        fill(70);
        final long[] handles = new long[140];
        for (int i = 0; i < 140; i++) {
            handles[i] = index.take();
        }
        endHolds(handles, ShardIndex.NO_OWNER);
        index.expectOwners();
        for (final long handle : handles) {
            index.own(HandleBits.buffer(handle), OWNER);
        }
        endHolds(handles, OWNER);
        assertFalse(index.endHold(handles[77], ShardIndex.NO_OWNER));
    }

    private void endHolds(final long[] handles, final int owner) {
        for (final int i : new int[] {0, 77, 139}) {
            final long handle = handles[i];
            final int buffer = HandleBits.buffer(handle);
            final ShardLeaf leaf = index.leafOf(buffer);
            final int state = leaf.state(buffer);
            leaf.setState(buffer, state | StateBits.POSTED);
            assertEndsNot(handle, owner);
            assertEndsNot(handle ^ (long) StateBits.POSTED << HandleBits.BUFFER_BITS, owner);
            leaf.setState(buffer, state);
            assertEndsNot(handle ^ 1L << HandleBits.GENERATION_SHIFT, owner);
            assertEndsNot(handle | 1 << 20, owner);
            assertEndsNot(~handle, owner);
            assertFalse(index.endHold(handle, OWNER + 1));
            assertTrue(index.endHold(handle, owner));
            handles[i] = HandleBits.next(handle);
            assertEndsNot(handle, owner);
        }
        final long[] next = new long[140];
        assertEquals(128, index.endHolds(handles, 0, 140, next, 0, owner), "shards of the first leaf");
        assertEquals(12, index.endHolds(handles, 128, 12, next, 128, owner));
        for (int i = 0; i < 140; i++) {
            assertEquals(HandleBits.next(handles[i]), next[i]);
            handles[i] = next[i];
        }
    }

    private void assertEndsNot(final long handle, final int owner) {
        assertEquals(0, index.endHolds(new long[] {handle}, 0, 1, new long[1], 0, owner));
        assertFalse(index.endHold(handle, owner));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 33, 64})
    void shouldHaveALeafNoLargerThanASmallArenaNeeds(final int maxShards) {
        final ShardGeometry small = new ShardGeometry(32_768, 65_536, maxShards);
        final ShardIndex own = new ShardIndex(small, TAG, mapper, false);
        for (int shard = 0; shard < maxShards; shard++) {
            final ShardLeaf leaf = own.leafFor(shard);
            leaf.add(shard, new Addresses(65_536L * shard), mapping, 0, 1);
            own.mark(shard);
        }
        assertEquals(maxShards, own.leafOf(0).endShard);
        for (int i = 0; i < 2 * maxShards; i++) {
            final int buffer = HandleBits.buffer(own.take());
            assertEquals(i, buffer);
            assertEquals(32_768L * i, own.leafOf(buffer).address(buffer));
        }
        assertEquals(ReceiveArena.NONE, own.take());
    }

    private void fill(final int shards) {
        for (int shard = 0; shard < shards; shard++) {
            add(shard);
        }
    }

    private void add(final int shard) {
        final ShardLeaf leaf = index.leafFor(shard);
        leaf.add(shard, new Addresses(65_536L * shard), mapping, 0, 1);
        index.mark(shard);
    }

    private void put(final int buffer) {
        assertTrue(index.put(buffer, true));
    }

    private void takeAll() {
        long handle;
        do {
            handle = index.take();
        } while (handle != ReceiveArena.NONE);
    }
}
