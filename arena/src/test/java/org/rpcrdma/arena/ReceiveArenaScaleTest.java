// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.mapper.DmaShardMapper;

class ReceiveArenaScaleTest {
    private static final int SHARDS = 65_536;

    private final FakeDevice device = new FakeDevice();

    @Test
    void shouldFindTheLowestBufferAmong65536Shards() throws Exception {
        Seed.run(this::run);
    }

    private void run(final long seed) {
        final Random random = new Random(seed);
        final ReceiveArena arena = new ReceiveArena(new ReceiveArena.Context()
                .mapper(new DmaShardMapper(device.domain()))
                .memory(device)
                .threadCacheSize(0)
                .bufferSize(32_768));
        final long[] handles = new long[SHARDS * 2];
        for (int i = 0; i < handles.length; i++) {
            handles[i] = arena.acquire();
        }
        assertEquals(SHARDS, arena.metrics().shards());
        assertEquals(SHARDS * 65_536L, arena.metrics().bytesMapped());
        assertEquals(ReceiveArena.NONE, arena.tryAcquire());
        final TreeSet<Integer> free = new TreeSet<>();
        for (int i = 0; i < 50_000; i++) {
            if (free.size() < 130 && random.nextBoolean()) {
                final int number = random.nextInt(handles.length);
                if (free.add(number)) {
                    arena.release(handles[number]);
                }
            } else if (free.isEmpty()) {
                assertEquals(ReceiveArena.NONE, arena.tryAcquire());
            } else {
                final int number = free.pollFirst();
                handles[number] = arena.acquire();
                assertEquals(number, HandleBits.buffer(handles[number]));
                assertTrue(arena.address(handles[number]) > 0xFFFF_FFFFL || number < SHARDS);
            }
        }
    }
}
