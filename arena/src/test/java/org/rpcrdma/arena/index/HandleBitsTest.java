// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.arena.ArenaEndpoint;
import org.rpcrdma.arena.FakeDevice;
import org.rpcrdma.arena.LeakDetection;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.testkit.Seed;

/** Tests the bits of handles, states and buffer numbers. */
class HandleBitsTest {
    private static final int GENERATIONS = 1 << 24;

    @Test
    void shouldPutTogetherAndTakeApart() throws Exception {
        Seed.run(seed -> {
            final Random random = new Random(seed);
            for (int i = 0; i < 100_000; i++) {
                final int state = random.nextInt() & ~StateBits.FLAGS | StateBits.HELD_ONCE;
                final int tag = random.nextInt(256);
                final int buffer = random.nextInt() & Integer.MAX_VALUE;
                final long handle = HandleBits.of(state, tag, buffer);
                assertTrue(handle >= 0);
                assertEquals(buffer, HandleBits.buffer(handle));
                assertEquals(state, HandleBits.state(handle, tag));
                assertNotEquals(state, HandleBits.state(handle, tag ^ 1 << random.nextInt(8)));
                assertEquals(HandleBits.of(StateBits.next(state), tag, buffer), HandleBits.next(handle));
            }
        });
    }

    @Test
    void shouldStartAgainAfterTheLastGeneration() {
        final int last = -1 & ~StateBits.FLAGS | StateBits.HELD_ONCE;
        final long handle = HandleBits.of(last, 255, Integer.MAX_VALUE);
        assertEquals(Long.MAX_VALUE, handle);
        assertEquals(StateBits.HELD_ONCE, StateBits.next(last));
        assertEquals(HandleBits.of(StateBits.HELD_ONCE, 255, Integer.MAX_VALUE), HandleBits.next(handle));
        assertEquals(1, StateBits.releasesBetween(last, StateBits.next(last)));
        assertEquals(GENERATIONS - 1, StateBits.releasesBetween(StateBits.next(last), last));
    }

    @Test
    void shouldStepOverWhateverIsSpecialOfAState() {
        final int state = 0x1234_5600 | StateBits.TRACKED | StateBits.POSTED | 17;
        assertEquals(0x1234_5701, StateBits.next(state));
        assertTrue(StateBits.sameGeneration(state, 0x1234_5601));
        assertFalse(StateBits.sameGeneration(state, 0x1234_5701));
        assertEquals(0, StateBits.releasesBetween(0x1234_5601, state));
        assertEquals(3, StateBits.releasesBetween(state, state + 3 * StateBits.GENERATION));
    }

    /**
     * A handle remains invalid until its buffer has been released 2^24 times. The last of these releases makes the
     * handle valid again.
     */
    @Test
    void shouldRefuseAHandleUntilTheGenerationsStartAgain() {
        final ReceiveArena arena = arenaOfOneBuffer();
        final long first = arena.acquire();
        long handle = first;
        for (int i = 1; i < GENERATIONS; i++) {
            arena.release(handle);
            handle = arena.acquire();
            if (Integer.bitCount(i) == 1 || i == GENERATIONS - 1) {
                assertNotEquals(first, handle);
                assertThrows(RuntimeException.class, () -> arena.release(first));
                assertThrows(RuntimeException.class, () -> arena.address(first));
            }
        }
        arena.release(handle);
        assertEquals(first, arena.acquire());
    }

    @Test
    void shouldStartAgainInBatches() {
        final ReceiveArena arena = arenaOfOneBuffer();
        final ArenaEndpoint endpoint = arena.newEndpoint(1, 1);
        final long[] handles = new long[1];
        final long first = arena.acquire();
        arena.release(first);
        for (int i = 1; i <= 2 * GENERATIONS; i++) {
            if (i < GENERATIONS) {
                assertEquals(1, arena.tryAcquire(handles, 0, 1));
                assertEquals(first + HandleBits.ofGeneration(i) & Long.MAX_VALUE, handles[0]);
                arena.release(handles, 0, 1);
            } else {
                assertEquals(1, endpoint.tryAcquire(handles, 0, 1));
                assertEquals(first + HandleBits.ofGeneration(i) & Long.MAX_VALUE, handles[0]);
                endpoint.release(handles, 0, 1);
            }
        }
        endpoint.close();
        arena.close();
    }

    private static ReceiveArena arenaOfOneBuffer() {
        return new ReceiveArena(
                new FakeDevice().context().maxShards(1).bufferSize(65_536).leakDetection(LeakDetection.DISABLED));
    }

    /**
     * {@link LeakDetection#SIMPLE} samples by generation. Generations must differ, so that the acquisitions of all
     * buffers are not recorded at the same time.
     */
    @Test
    void shouldSpreadTheFirstGenerations() {
        for (final int arena : new int[] {0, 1, 255, 100_000}) {
            final Set<Integer> generations = new HashSet<>();
            int watched = 0;
            for (int buffer = 0; buffer < 65_536; buffer++) {
                final int state = StateBits.first(arena, buffer);
                assertEquals(StateBits.HELD_ONCE, state & StateBits.FLAGS);
                generations.add(state);
                watched += (state >>> StateBits.GENERATION_SHIFT & 127) == 127 ? 1 : 0;
            }
            assertTrue(generations.size() > 65_000, "generations=" + generations.size());
            assertTrue(watched > 400 && watched < 640, "watched=" + watched);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "4096, 65536, 65536",
        "64, 2097152, 65536",
        "64, 4096, 1",
        "2097152, 2097152, 1048576",
        "12288, 65536, 5",
        "64, 64, 1",
        "192, 4096, 100",
        "65536, 65536, 1",
        "4096, 65536, 33"
    })
    void shouldGiveEveryBufferADistinctPlace(final int bufferSize, final int shardSize, final int maxShards)
            throws Exception {
        final ShardGeometry geometry = new ShardGeometry(bufferSize, shardSize, maxShards);
        Seed.run(seed -> {
            final Random random = new Random(seed);
            for (int i = 0; i < 10_000; i++) {
                final int shard = i == 0 ? maxShards - 1 : random.nextInt(maxShards);
                final int slot = i == 0 ? geometry.slots - 1 : random.nextInt(geometry.slots);
                final int buffer = geometry.buffer(shard, slot);
                assertTrue(buffer >= 0);
                assertEquals(shard, geometry.shard(buffer));
                assertEquals(slot, geometry.slot(buffer));
                assertEquals(slot * bufferSize, geometry.offset(buffer));
                assertTrue(geometry.offset(buffer) + bufferSize <= shardSize);
                assertEquals(shard, buffer >>> geometry.leafShift << geometry.leafBits | geometry.entry(buffer));
                assertEquals((long) shard * geometry.slots + slot, geometry.rank(buffer));
                assertEquals(
                        geometry.entry(buffer) << geometry.slotBits | slot,
                        geometry.row(buffer) - ShardGeometry.ROW_PADDING);
                assertTrue(geometry.words * ShardLeaf.SLOTS_IN_WORD >= geometry.slots);
            }
            assertEquals((long) maxShards * (shardSize / bufferSize), geometry.maxBuffers());
        });
    }
}
