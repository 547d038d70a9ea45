// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** Tests shards in fragmented memory, in which large blocks are unavailable. */
class ShardPiecesTest {
    private static final int SHARD = 65_536;
    private static final int BUFFER = 4096;

    private final FakeDevice device = new FakeDevice();
    private final List<Long> asked = new ArrayList<>();
    private int granted;

    private ReceiveArena.Context context() {
        return device.context()
                .memory((length, alignment) -> {
                    asked.add(length);
                    return device.allocate(length, alignment);
                })
                .growthListener(new GrowthListener() {
                    @Override
                    public boolean mayGrow(final int arenaId, final int shards, final int shardSize) {
                        granted += shardSize;
                        return true;
                    }

                    @Override
                    public void gaveBack(final int arenaId, final int shardSize) {
                        granted -= shardSize;
                    }
                })
                .maxShards(4);
    }

    private void close(final ReceiveArena arena) {
        device.closeWholly(arena);
        assertEquals(0, granted);
        assertEquals(0, arena.figures().allocatedBytes());
    }

    private long pieces(final long bytes) {
        return device.blocks.values().stream()
                .filter(block -> block.length == bytes)
                .count();
    }

    @Test
    void shouldTakeTheLargestAvailableBlock() {
        device.mostBytes = 16_384;
        final ReceiveArena arena = new ReceiveArena(context());
        final long handle = arena.acquire();
        assertEquals(List.of(65_536L, 32_768L, 16_384L), asked);
        assertEquals(1, arena.figures().shards());
        assertEquals(1, arena.figures().shardsInPieces());
        assertEquals(1, pieces(16_384));
        assertEquals(0, pieces(65_536));
        assertEquals(4, arena.figures().buffers());
        assertEquals(16_384, arena.figures().mappedBytes());
        assertEquals(16_384, arena.figures().allocatedBytes());
        assertEquals(0, arena.address(handle) % 16_384, "aligned to its size");
        arena.release(handle);
        close(arena);
    }

    /** For the next shard, the arena tries again to allocate a larger block. */
    @Test
    void shouldCompleteAShardInPiecesBeforeItTriesAWholeOne() {
        device.mostBytes = 16_384;
        final ReceiveArena arena = new ReceiveArena(context());
        final long[] handles = new long[17];
        assertEquals(4, arena.tryAcquire(handles, 0, 4));
        device.mostBytes = Long.MAX_VALUE;
        assertEquals(13, arena.tryAcquire(handles, 4, 13));
        assertEquals(List.of(65_536L, 32_768L, 16_384L, 16_384L, 16_384L, 16_384L, 65_536L), asked);
        assertEquals(2, arena.figures().shards());
        assertEquals(1, arena.figures().shardsInPieces());
        assertEquals(4, pieces(16_384));
        assertEquals(32, arena.figures().buffers());
        assertEquals(17, arena.figures().buffersHighWater());
        arena.release(handles, 0, 17);
        close(arena);
    }

    @Test
    void shouldHoldAsManyBuffersAsEver() {
        device.mostBytes = BUFFER;
        final ReceiveArena arena = new ReceiveArena(context());
        final long[] handles = new long[65];
        assertEquals(64, arena.tryAcquire(handles, 0, 65));
        assertEquals(64, pieces(BUFFER));
        assertEquals(64, arena.figures().mappings());
        final Set<Long> addresses = new HashSet<>();
        for (int i = 0; i < 64; i++) {
            addresses.add(arena.address(handles[i]));
            assertEquals(arena.address(handles[i]), device.addressOf(arena.iova(handles[i])));
            assertEquals(FakeDevice.LKEY, arena.lkey(handles[i]));
            assertEquals(arena.address(handles[i]), arena.syncForCpu(handles[i], 100));
            assertEquals(
                    "iova=" + arena.iova(handles[i]) + " length=100 FROM_DEVICE",
                    device.syncs.get(device.syncs.size() - 1));
        }
        assertEquals(64, addresses.size());
        arena.release(handles, 0, 64);
        close(arena);
    }

    @Test
    void shouldReportTheRefusalOfAWholeShardIfNotEvenAPageIsAvailable() {
        device.mostBytes = BUFFER - 1;
        final ReceiveArena arena = new ReceiveArena(context());
        final VerbsException refusal = assertThrows(VerbsException.class, arena::acquire);
        assertEquals("ENOMEM: no memory: length=65536", refusal.getMessage());
        assertEquals(0, arena.figures().shards());
        assertEquals(0, granted);
        device.mostBytes = Long.MAX_VALUE;
        arena.release(arena.acquire());
        assertEquals(0, arena.figures().shardsInPieces());
        close(arena);
    }

    @Test
    void shouldKeepWhatItHasIfTheNextPieceIsRefused() {
        device.mostBytes = 32_768;
        final ReceiveArena arena = new ReceiveArena(context());
        final long[] handles = new long[16];
        assertEquals(8, arena.tryAcquire(handles, 0, 8));
        device.mostBytes = 0;
        assertThrows(VerbsException.class, arena::acquire);
        device.mostBytes = BUFFER;
        handles[8] = arena.acquire();
        device.mappingsLeft = 0;
        assertThrows(VerbsException.class, arena::acquire);
        assertEquals(32_768 + BUFFER, arena.figures().allocatedBytes());
        device.mappingsLeft = Integer.MAX_VALUE;
        assertEquals(7, arena.tryAcquire(handles, 9, 7));
        assertEquals(1, pieces(32_768));
        assertEquals(8, pieces(BUFFER));
        arena.release(handles, 0, 16);
        close(arena);
    }

    @Test
    void shouldNotGrowInPiecesWhenThatIsForbidden() {
        device.mostBytes = 32_768;
        final ReceiveArena arena = new ReceiveArena(context().shardsInPieces(false));
        assertThrows(VerbsException.class, arena::acquire);
        assertEquals(List.of(65_536L), asked);
        close(arena);
    }

    /** Either no smaller piece is possible, or the failure has a different cause. */
    @Test
    void shouldFailImmediatelyIfSmallerShardsWouldNotHelp() {
        final ReceiveArena pages = new ReceiveArena(context().shardSize(BUFFER).bufferSize(1024));
        device.mostBytes = 0;
        assertThrows(VerbsException.class, pages::acquire);
        assertEquals(List.of(4096L), asked);
        pages.close();
        final ReceiveArena refused = new ReceiveArena(device.context().memory((length, alignment) -> {
            asked.add(length);
            throw new VerbsException(Errno.EIO, "broken");
        }));
        assertThrows(VerbsException.class, refused::acquire);
        assertEquals(List.of(4096L, 65_536L), asked);
        refused.close();
    }

    @ParameterizedTest
    @CsvSource({
        "4096, 65536, 4096, 4096",
        "64, 65536, 4096, 4096",
        "12288, 65536, 4096, 16384",
        "12288, 65536, 32768, 16384",
        "4160, 65536, 16384, 8192",
        "32768, 65536, 32768, 32768",
        "1048640, 2097152, 2097151, 2097152"
    })
    void shouldNeverCutABuffer(final int bufferSize, final int shardSize, final long most, final int least) {
        device.mostBytes = Math.max(most, least);
        final ReceiveArena arena =
                new ReceiveArena(context().bufferSize(bufferSize).shardSize(shardSize));
        final int count = 4 * (shardSize / bufferSize);
        final long[] handles = new long[count];
        assertEquals(count, arena.tryAcquire(handles, 0, count));
        final long[] addresses =
                Arrays.stream(handles).map(arena::address).sorted().toArray();
        for (int i = 0; i < count; i++) {
            final long address = arena.address(handles[i]);
            assertTrue(i == 0 || addresses[i] - addresses[i - 1] >= bufferSize, "two buffers share bytes");
            assertTrue(device.isMapped(address) && device.isMapped(address + bufferSize - 1));
            assertEquals(address + bufferSize - 1, device.addressOf(arena.iova(handles[i]) + bufferSize - 1));
        }
        arena.release(handles, 0, count);
        close(arena);
    }

    @Test
    void shouldRefuseHandlesOfSlotsThatDoNotExistYet() {
        device.mostBytes = 16_384;
        final ReceiveArena arena = new ReceiveArena(context());
        final long first = arena.acquire();
        for (int slot = 4; slot < 16; slot++) {
            final long forged = first + slot;
            assertThrows(IllegalArgumentException.class, () -> arena.address(forged));
            assertThrows(IllegalArgumentException.class, () -> arena.release(forged));
            for (final long state : new long[] {0, 1L << 40}) {
                final long other = (forged & (1L << 39) - 1) | state;
                assertThrows(RuntimeException.class, () -> arena.release(other));
            }
        }
        final long[] rest = new long[15];
        assertEquals(15, arena.tryAcquire(rest, 0, 15));
        arena.release(rest, 0, 15);
        arena.release(first);
        close(arena);
    }

    /** The arena still rejects a buffer's old handle, even if the shard later consists of different pieces. */
    @Test
    void shouldRefuseHandlesOfAShardThatCameInPiecesBefore() {
        final ReceiveArena arena = new ReceiveArena(context());
        final List<Long> stale = new ArrayList<>();
        for (final long most : new long[] {16_384, Long.MAX_VALUE, 4096, 32_768, Long.MAX_VALUE}) {
            device.mostBytes = most;
            final long[] handles = new long[stale.isEmpty() ? 5 : 16];
            assertEquals(handles.length, arena.tryAcquire(handles, 0, handles.length));
            for (final long old : stale) {
                assertThrows(IllegalStateException.class, () -> arena.address(old));
            }
            for (final long handle : handles) {
                assertFalse(stale.contains(handle));
                stale.add(handle);
            }
            arena.release(handles, 0, handles.length);
            assertEquals(1, arena.trim().shardsFreed());
            assertEquals(0, arena.figures().allocatedBytes());
            assertEquals(0, arena.figures().shardsInPieces());
            assertEquals(
                    0,
                    arena.figures().mappedBytes()
                            + arena.figures().mappings()
                            + arena.figures().iovaPages());
            assertEquals(0, pieces(16_384) + pieces(4096));
        }
        close(arena);
    }

    @Test
    void shouldKeepAShardInPiecesWhileABufferIsOut() {
        device.mostBytes = 16_384;
        final ReceiveArena arena = new ReceiveArena(context());
        final long[] handles = new long[6];
        assertEquals(6, arena.tryAcquire(handles, 0, 6));
        arena.release(handles, 0, 5);
        assertEquals(0, arena.trim().shardsFreed());
        assertEquals(
                List.of(handles[5]),
                arena.buffersOut(10).stream().map(ArenaLeak::handle).toList());
        assertThrows(IllegalStateException.class, arena::close);
        arena.release(handles[5]);
        assertEquals(1, arena.trim().shardsFreed());
        device.mostBytes = Long.MAX_VALUE;
        arena.release(arena.acquire());
        assertEquals(0, arena.figures().shardsInPieces(), "the next one is whole");
        close(arena);
    }

    @Test
    void shouldTryAgainToUnmapAPieceThatWasStuck() {
        device.mostBytes = 16_384;
        final ReceiveArena arena = new ReceiveArena(context());
        final long[] handles = new long[16];
        assertEquals(16, arena.tryAcquire(handles, 0, 16));
        device.stuckIova = arena.iova(handles[4]);
        arena.release(handles, 0, 16);
        assertThrows(VerbsException.class, arena::trim);
        assertEquals(1, arena.figures().shardsStuck());
        assertEquals(16_384, arena.figures().allocatedBytes(), "the others were released");
        device.stuckIova = null;
        arena.trim();
        assertEquals(0, arena.figures().shardsStuck());
        close(arena);
    }

    /**
     * A shard in pieces precedes a whole shard. When it is allocated again, it is allocated as a whole. Each shard
     * keeps its own memory.
     */
    @Test
    void shouldKeepTheMemoryOfShardsApartThatComeInAnyOrder() {
        final ReceiveArena arena = new ReceiveArena(context().maxShards(2000).bufferSize(SHARD / 2));
        final Random random = new Random(1);
        final List<Long> held = new ArrayList<>();
        for (int round = 0; round < 60; round++) {
            for (int i = 0; i < 100; i++) {
                device.mostBytes = random.nextBoolean() ? SHARD / 2 : 1 << 22;
                held.add(arena.acquire());
            }
            final Set<Long> addresses = new HashSet<>();
            for (final long handle : held) {
                assertTrue(addresses.add(arena.address(handle)));
                assertEquals(arena.address(handle), device.addressOf(arena.iova(handle)));
            }
            for (int i = 0; i < 70; i++) {
                arena.release(held.remove(random.nextInt(held.size())));
            }
            arena.trim();
        }
        held.forEach(arena::release);
        device.stuckIova = null;
        close(arena);
    }
}
