// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.agrona.BitUtil;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.ManualClock;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.VerbsException;

/**
 * Runs random operations and time steps on an arena whose shards age, and on a simple model. The model predicts which
 * shards exist, which of them a pass found idle, which have been used since that pass, and when the next pass is due.
 */
class ShardAgingModelTest {
    private static final int ARENAS = 150;
    private static final int OPERATIONS = Effort.of(500, 4_000);
    private static final int PERIOD = 60;
    private static final int NEVER = Integer.MAX_VALUE;

    private FakeDevice device;
    private ManualClock clock;
    private ReceiveArena arena;
    private int slots;
    private int lowWater;
    private int seconds;
    private int due;
    private int freed;
    private final TreeMap<Integer, BitSet> shards = new TreeMap<>();
    private final TreeSet<Integer> stuck = new TreeSet<>();
    private final TreeSet<Integer> idle = new TreeSet<>();
    private final TreeMap<Integer, Long> out = new TreeMap<>();
    private final TreeMap<Integer, Long> iovas = new TreeMap<>();
    private final List<Long> released = new ArrayList<>();

    @Test
    void shouldAgreeWithAModel() throws Exception {
        Seed.run(seed -> {
            final Random random = new Random(seed);
            for (int i = 0; i < ARENAS; i++) {
                begin(random);
                for (int operation = 0; operation < OPERATIONS; operation++) {
                    operate(random, operation / 400 % 3 == 0 ? 55 : 35);
                    check();
                }
                end();
            }
        });
    }

    private void begin(final Random random) {
        slots = 1 + random.nextInt(random.nextBoolean() ? 8 : 120);
        lowWater = random.nextInt(4);
        device = new FakeDevice();
        clock = new ManualClock();
        arena = new ReceiveArena(device.stripedContext()
                .clock(clock)
                .agingPeriod(PERIOD)
                .lowWaterShards(lowWater)
                .stripeSize(0)
                .bufferSize(65_536 / slots / 64 * 64));
        slots = 65_536 / arena.bufferSize();
        seconds = 0;
        due = NEVER;
        freed = 0;
        shards.clear();
        stuck.clear();
        idle.clear();
        out.clear();
        iovas.clear();
        released.clear();
    }

    private void operate(final Random random, final int acquiring) {
        final int choice = random.nextInt(100);
        if (choice < acquiring) {
            acquire();
        } else if (choice < 80) {
            release(random);
        } else if (choice < 82) {
            releaseAgain(random);
        } else if (choice < 84) {
            device.stuckIova = shards.isEmpty() || random.nextInt(3) > 0 ? null : iovas.get(shards.lastKey());
        } else if (choice < 85) {
            trim();
        } else {
            advance(random.nextInt(random.nextBoolean() ? 20 : 3 * PERIOD));
        }
    }

    private void acquire() {
        if (out.size() >= 12 * slots) {
            return;
        }
        int buffer = lowestFree();
        if (buffer < 0) {
            int shard = 0;
            while (shards.containsKey(shard) || stuck.contains(shard)) {
                shard++;
            }
            shards.put(shard, new BitSet());
            buffer = shard * slots;
        }
        final long handle = arena.acquire();
        final int shard = buffer / slots;
        final int number = HandleBits.buffer(handle);
        final int slotsInNumber = BitUtil.findNextPositivePowerOfTwo(slots);
        assertEquals(shard, number / slotsInNumber);
        assertEquals(buffer % slots, number % slotsInNumber);
        iovas.put(shard, arena.iova(handle) - (long) (buffer % slots) * arena.bufferSize());
        assertEquals(arena.address(handle), device.addressOf(arena.iova(handle)));
        shards.get(shard).set(buffer % slots);
        idle.remove(shard);
        out.put(buffer, handle);
    }

    private int lowestFree() {
        for (final int shard : shards.keySet()) {
            final int slot = shards.get(shard).nextClearBit(0);
            if (slot < slots) {
                return shard * slots + slot;
            }
        }
        return -1;
    }

    private void release(final Random random) {
        final Integer buffer = out.ceilingKey(random.nextInt(12 * slots));
        if (buffer != null) {
            final long handle = out.remove(buffer);
            arena.release(handle);
            shards.get(buffer / slots).clear(buffer % slots);
            released.add(handle);
            notice();
        }
    }

    private void releaseAgain(final Random random) {
        if (!released.isEmpty()) {
            final long handle = released.get(random.nextInt(released.size()));
            assertThrows(IllegalStateException.class, () -> arena.release(handle));
            assertThrows(IllegalStateException.class, () -> arena.iova(handle));
        }
    }

    private void notice() {
        due = due == NEVER ? seconds + PERIOD : due;
    }

    private void advance(final int more) {
        for (final int end = seconds + more; seconds < end; seconds++) {
            if (due == seconds + 1) {
                pass();
            }
        }
        clock.advanceSeconds(more);
    }

    private void pass() {
        for (final int shard : new TreeSet<>(shards.keySet()).descendingSet()) {
            if (shards.size() <= lowWater) {
                break;
            } else if (!shards.get(shard).isEmpty()) {
                idle.remove(shard);
            } else if (!idle.add(shard)) {
                giveBack(shard);
            }
        }
        due = shards.size() > lowWater && !idle.isEmpty() ? due + PERIOD : NEVER;
    }

    /** Frees a shard. Returns true if the shard could be unmapped. */
    private boolean giveBack(final int shard) {
        shards.remove(shard);
        idle.remove(shard);
        freed++;
        return !iovas.get(shard).equals(device.stuckIova) || !stuck.add(shard);
    }

    private void trim() {
        stuck.removeIf(shard -> !iovas.get(shard).equals(device.stuckIova));
        boolean fails = !stuck.isEmpty();
        int given = 0;
        for (final int shard : new TreeSet<>(shards.keySet()).descendingSet()) {
            if (shards.size() > lowWater && shards.get(shard).isEmpty()) {
                final boolean done = giveBack(shard);
                fails |= !done;
                given += done ? 1 : 0;
            }
        }
        if (fails) {
            assertThrows(VerbsException.class, arena::trim);
        } else {
            assertEquals(given, arena.trim().shardsFreed());
        }
    }

    private void check() {
        final ArenaFigures figures = arena.figures();
        assertEquals(shards.size(), figures.shards());
        assertEquals((long) shards.size() * slots, figures.buffers());
        assertEquals(out.size(), figures.buffersInUse());
        assertEquals(stuck.size(), figures.shardsStuck());
        assertEquals(freed, figures.shardsFreed());
        assertEquals(shards.size(), figures.mappings());
        assertEquals(shards.size() + stuck.size(), device.mappings.size());
        assertEquals(shards.size() + stuck.size(), device.blocks.size());
        assertEquals(65_536L * device.blocks.size(), figures.allocatedBytes());
        assertEquals(due != NEVER, clock.isAnythingDue());
    }

    private void end() {
        out.values().forEach(arena::release);
        device.stuckIova = null;
        arena.close();
        assertTrue(device.mappings.isEmpty());
        assertTrue(device.blocks.isEmpty());
        assertFalse(clock.isAnythingDue());
    }
}
