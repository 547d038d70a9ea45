// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.PerBufferShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.verbs.VerbsException;

/**
 * Random operations on an arena and on a plain model: buffers have numbers, shard by shard; the lowest that is not
 * out is given next.
 */
class ReceiveArenaModelTest {
    private static final int ARENAS = 200;
    private static final int OPERATIONS = 5_000;

    private FakeDevice device;
    private ReceiveArena arena;
    private int bufferSize;
    private int slots;
    private int maxShards;
    private int shards;
    private int highWater;
    private final List<Long> bases = new ArrayList<>();
    private final List<Long> released = new ArrayList<>();
    private final TreeMap<Integer, Long> out = new TreeMap<>();

    @Test
    void shouldAgreeWithAModel() throws Exception {
        Seed.run(seed -> {
            final Random random = new Random(seed);
            for (int i = 0; i < ARENAS; i++) {
                begin(random);
                for (int operation = 0; operation < OPERATIONS; operation++) {
                    operate(random, operation / 500 % 2 == 0 ? 60 : 40);
                }
                end();
            }
        });
    }

    private void begin(final Random random) {
        final int shardSize = 4096 << random.nextInt(10);
        bufferSize = 64 * (1 + random.nextInt(Math.min(shardSize, 65_536) / 64));
        slots = shardSize / bufferSize;
        maxShards = 1 + random.nextInt(random.nextInt(300) + 1);
        device = new FakeDevice();
        final ShardMapper mapper = random.nextBoolean()
                ? new DmaShardMapper(device.domain())
                : new PerBufferShardMapper(new DmaShardMapper(device.domain()), bufferSize);
        arena = new ReceiveArena(new ReceiveArena.Context()
                .mapper(mapper)
                .memory(device)
                .threadCacheSize(0)
                .bufferSize(bufferSize)
                .shardSize(shardSize)
                .maxShards(maxShards));
        shards = 0;
        highWater = 0;
        bases.clear();
        released.clear();
        out.clear();
    }

    private void operate(final Random random, final int acquiring) {
        device.allocationsLeft = random.nextInt(4) == 0 ? 0 : Integer.MAX_VALUE;
        device.mappingsLeft = random.nextInt(4) == 0 ? random.nextInt(slots + 1) : Integer.MAX_VALUE;
        final int choice = random.nextInt(100);
        if (choice < acquiring) {
            acquire();
        } else if (choice < 95) {
            release(random);
        } else if (choice < 98) {
            releaseAgain(random);
        } else {
            checkAll();
        }
    }

    private void acquire() {
        final int number = lowestFree();
        final int before = device.blocks.size();
        if (number == shards * slots && shards == maxShards) {
            assertEquals(ReceiveArena.NONE, arena.tryAcquire());
            return;
        }
        final long handle;
        try {
            handle = arena.acquire();
        } catch (final VerbsException e) {
            assertEquals(shards * slots, number, "only a new shard needs the device");
            assertEquals(before, device.blocks.size());
            return;
        }
        if (number == shards * slots) {
            shards++;
            bases.add(arena.address(handle));
            assertEquals(0, arena.address(handle) % arena.shardSize());
        }
        assertEquals(address(number), arena.address(handle));
        assertEquals(address(number), device.addressOf(arena.iova(handle)));
        assertEquals(address(number) + bufferSize - 1, device.addressOf(arena.iova(handle) + bufferSize - 1));
        assertTrue(!out.containsValue(handle) && !released.contains(handle));
        out.put(number, handle);
        highWater = Math.max(highWater, out.size());
    }

    private void release(final Random random) {
        final Integer number = out.ceilingKey(random.nextInt(Math.max(1, shards * slots)));
        if (number != null) {
            final long handle = out.remove(number);
            arena.release(handle);
            released.add(handle);
            if (released.size() > 100) {
                released.remove(0);
            }
        }
    }

    private void releaseAgain(final Random random) {
        if (!released.isEmpty()) {
            final long handle = released.get(random.nextInt(released.size()));
            assertThrows(IllegalStateException.class, () -> arena.release(handle));
            assertThrows(IllegalStateException.class, () -> arena.address(handle));
        }
    }

    private void checkAll() {
        out.forEach((number, handle) -> assertEquals(address(number), arena.address(handle)));
        final ArenaMetrics metrics = arena.metrics();
        assertEquals(shards, metrics.shards());
        assertEquals((long) shards * slots, metrics.buffers());
        assertEquals(out.size(), metrics.buffersInUse());
        assertEquals(highWater, metrics.highWater());
        assertEquals(device.mappings.size(), metrics.mappings());
        assertEquals(
                device.mappings.values().stream()
                        .mapToLong(FakeDevice.Mapping::length)
                        .sum(),
                metrics.bytesMapped());
        assertEquals(metrics.bytesMapped() - (long) highWater * bufferSize, metrics.bytesWasted());
    }

    private void end() {
        checkAll();
        if (!out.isEmpty()) {
            final int buffers = out.size();
            final String message =
                    assertThrows(IllegalStateException.class, arena::close).getMessage();
            assertTrue(message.contains("buffersInUse=" + buffers), message);
        }
        out.values().forEach(arena::release);
        arena.close();
        assertTrue(device.mappings.isEmpty());
        assertTrue(device.blocks.isEmpty());
    }

    private long address(final int number) {
        return bases.get(number / slots) + (long) (number % slots) * bufferSize;
    }

    private int lowestFree() {
        int number = 0;
        for (final int taken : out.keySet()) {
            if (taken != number) {
                return number;
            }
            number++;
        }
        return number;
    }
}
