// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests every shard size with buffers from the smallest to the largest, and addresses beyond 32 bits. */
class ArenaGridTest {
    private static final int[] BUFFER_SIZES = {64, 192, 1024, 4096, 4160, 12_288, 65_536, 1_048_640, 2_097_152};

    private final FakeDevice device = new FakeDevice();

    static Stream<Arguments> grid() {
        final List<Arguments> grid = new ArrayList<>();
        for (int shardSize = 4096; shardSize <= 2_097_152; shardSize *= 2) {
            for (final int bufferSize : BUFFER_SIZES) {
                if (bufferSize <= shardSize) {
                    grid.add(Arguments.of(shardSize, bufferSize));
                }
            }
        }
        return grid.stream();
    }

    @ParameterizedTest
    @MethodSource("grid")
    void shouldGiveEveryBufferDistinctBytes(final int shardSize, final int bufferSize) {
        final ReceiveArena arena = new ReceiveArena(
                device.context().shardSize(shardSize).bufferSize(bufferSize).maxShards(3));
        final int slots = shardSize / bufferSize;
        final long[] handles = new long[3 * slots];
        assertEquals(handles.length, arena.tryAcquire(handles, 0, handles.length));
        assertEquals(ReceiveArena.NONE, arena.tryAcquire());
        final long[] addresses = Arrays.stream(handles).map(arena::address).toArray();
        for (int i = 0; i < handles.length; i++) {
            final long base = addresses[i / slots * slots];
            assertEquals(0, base % shardSize, "aligned to its size");
            assertEquals(base + (long) (i % slots) * bufferSize, addresses[i]);
            assertTrue(addresses[i] + bufferSize <= base + shardSize, "within the shard");
        }
        final Set<Long> shards = new HashSet<>();
        for (int i = 0; i < handles.length; i += slots) {
            shards.add(addresses[i]);
            assertEquals(addresses[i], device.addressOf(arena.iova(handles[i])));
        }
        assertEquals(3, shards.size());
        assertEquals(3L * shardSize, arena.figures().mappedBytes());
        arena.release(handles, 0, handles.length);
        device.closeWholly(arena);
    }

    /** 65,536 shards of 256 KB occupy 16 GB of addresses. */
    @Test
    void shouldCountAddressesPastFourGigabytes() {
        final ReceiveArena arena = new ReceiveArena(
                device.context().shardSize(262_144).bufferSize(131_072).maxShards(65_536));
        final long[] handles = new long[131_072];
        assertEquals(handles.length, arena.tryAcquire(handles, 0, handles.length));
        assertEquals(65_536L * 262_144, arena.figures().mappedBytes());
        final long[] sorted =
                Arrays.stream(handles).map(arena::address).sorted().toArray();
        for (int i = 1; i < sorted.length; i++) {
            assertTrue(sorted[i] - sorted[i - 1] >= 131_072, "two buffers share bytes");
        }
        assertTrue(sorted[sorted.length - 1] - sorted[0] > 1L << 33);
        for (int i = 0; i < handles.length; i += 2) {
            assertEquals(arena.address(handles[i]) + 131_072, arena.address(handles[i + 1]));
            assertEquals(arena.iova(handles[i]) + 131_072, arena.iova(handles[i + 1]));
        }
        assertEquals(ReceiveArena.NONE, arena.tryAcquire());
        arena.release(handles, 0, handles.length);
        device.closeWholly(arena);
    }
}
