// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.arena.index.HandleBits.buffer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.ManualClock;
import org.rpcrdma.verbs.VerbsException;

/** Tests the ageing of idle shards. Each shard has two buffers of 32 KB, and the period is 60 seconds. */
class ShardAgingTest {
    private static final int PERIOD = 60;

    private final FakeDevice device = new FakeDevice();
    private final ManualClock clock = new ManualClock();

    private ReceiveArena.Context context() {
        return device.stripedContext().bufferSize(32_768).stripeSize(0).clock(clock);
    }

    private static List<Long> acquire(final ReceiveArena arena, final int count) {
        final List<Long> handles = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            handles.add(arena.acquire());
        }
        return handles;
    }

    private static long shards(final ReceiveArena arena) {
        return arena.figures().shards();
    }

    @Test
    void shouldReleaseAShardThatIsIdleFromOnePassToTheNext() {
        final ReceiveArena arena = new ReceiveArena(context());
        acquire(arena, 8).forEach(arena::release);
        clock.advanceSeconds(PERIOD);
        assertEquals(4, shards(arena), "one pass has found them idle");
        clock.advanceSeconds(PERIOD - 1);
        assertEquals(4, shards(arena));
        clock.advanceSeconds(1);
        assertEquals(0, shards(arena));
        assertEquals(4, arena.figures().shardsFreed());
        assertEquals(0, arena.figures().mappedBytes());
        assertEquals(0, arena.figures().allocatedBytes());
        assertTrue(device.mappings.isEmpty());
        assertTrue(device.blocks.isEmpty());
        assertFalse(clock.isAnythingDue(), "nothing is left to age");
        arena.close();
    }

    @Test
    void shouldKeepAShardThatIsTouchedBetweenTwoPasses() {
        final ReceiveArena arena = new ReceiveArena(context());
        acquire(arena, 4).forEach(arena::release);
        for (int i = 0; i < 5; i++) {
            clock.advanceSeconds(PERIOD);
            arena.release(arena.acquire());
        }
        assertEquals(1, shards(arena), "the first is used, the second is not");
        arena.close();
    }

    @Test
    void shouldKeepAShardWithABufferOut() {
        final ReceiveArena arena = new ReceiveArena(context());
        final List<Long> handles = acquire(arena, 6);
        arena.notePosted(handles.get(5));
        handles.subList(0, 5).forEach(arena::release);
        clock.advanceSeconds(10 * PERIOD);
        assertEquals(1, shards(arena));
        assertEquals(arena.address(handles.get(5)), device.addressOf(arena.iova(handles.get(5))));
        assertFalse(clock.isAnythingDue(), "a Receive that stays posted keeps nothing awake");
        assertEquals(0, arena.trim().shardsFreed());
        arena.noteCompleted(handles.get(5));
        arena.release(handles.get(5));
        clock.advanceSeconds(2 * PERIOD);
        assertEquals(0, shards(arena));
        arena.close();
    }

    @Test
    void shouldKeepTheLowestShardsUpToTheLowWaterMark() {
        final ReceiveArena arena = new ReceiveArena(context().lowWaterShards(3));
        acquire(arena, 10).forEach(arena::release);
        clock.advanceSeconds(10 * PERIOD);
        assertEquals(3, shards(arena));
        assertFalse(clock.isAnythingDue());
        assertEquals(0, arena.trim().shardsFreed());
        assertEquals(0, buffer(acquire(arena, 6).get(0)));
        assertEquals(3, shards(arena), "the lowest three were there");
        assertEquals(5, device.mapped);
    }

    @Test
    void shouldGrowAgainFromTheLowestShardAndRefuseOldHandles() {
        final ReceiveArena arena = new ReceiveArena(context());
        final List<Long> old = acquire(arena, 4);
        old.forEach(arena::release);
        clock.advanceSeconds(2 * PERIOD);
        assertThrows(IllegalStateException.class, () -> arena.address(old.get(0)));
        final List<Long> fresh = acquire(arena, 4);
        for (int i = 0; i < 4; i++) {
            final long stale = old.get(i);
            assertEquals(buffer(stale), buffer(fresh.get(i)));
            assertThrows(IllegalStateException.class, () -> arena.release(stale));
        }
        fresh.forEach(arena::release);
        arena.close();
    }

    @Test
    void shouldReturnUnusedBuffersOfStripes() throws Exception {
        final ExecutorService other = Executors.newSingleThreadExecutor();
        final ReceiveArena arena = new ReceiveArena(context().stripeSize(8));
        try {
            other.submit(() -> acquire(arena, 4).forEach(arena::release)).get();
            assertEquals(4, arena.figures().buffersCached());
            clock.advanceSeconds(PERIOD);
            assertEquals(4, arena.figures().buffersCached(), "one pass has marked them");
            assertEquals(2, shards(arena));
            clock.advanceSeconds(PERIOD);
            assertEquals(0, arena.figures().buffersCached());
            assertEquals(0, shards(arena));
            assertFalse(clock.isAnythingDue());

            final List<Long> handles = other.submit(() -> acquire(arena, 3)).get();
            clock.advanceSeconds(10 * PERIOD);
            other.submit(() -> handles.forEach(arena::release)).get();
            assertEquals(3, arena.figures().buffersCached(), "the stripe is used again");
            clock.advanceSeconds(2 * PERIOD);
            assertEquals(0, shards(arena));
        } finally {
            other.shutdownNow();
        }
        arena.close();
    }

    /** A stack that is used only at its top does not retain the shards of the buffers below. */
    @Test
    void shouldReleaseTheShardsOfABurst() {
        final ReceiveArena arena = new ReceiveArena(context().stripeSize(128));
        final ArenaEndpoint endpoint = arena.newEndpoint(128, 128);
        final List<Long> burst = acquire(arena, 2000);
        Collections.shuffle(burst, new Random(1));
        final long[] through = new long[128];
        assertEquals(128, endpoint.tryAcquire(through, 0, 128));
        burst.forEach(arena::release);
        endpoint.release(through, 0, 128);
        for (int i = 0; i < 4; i++) {
            clock.advanceSeconds(PERIOD);
            arena.release(arena.acquire());
            endpoint.release(endpoint.acquire());
        }
        assertTrue(shards(arena) <= 3, "shards=" + shards(arena));
        assertTrue(
                arena.figures().buffersCached() <= 4,
                "cached=" + arena.figures().buffersCached());
        endpoint.close();
        arena.close();
    }

    @Test
    void shouldLeaveTheStacksOfEndpointsAlone() {
        final ReceiveArena arena = new ReceiveArena(context());
        final ArenaEndpoint endpoint = arena.newEndpoint(4, 4);
        final long handle = endpoint.acquire();
        endpoint.release(handle);
        clock.advanceSeconds(10 * PERIOD);
        assertEquals(0, arena.trim().shardsFreed());
        assertEquals(1, shards(arena));
        endpoint.close();
        clock.advanceSeconds(2 * PERIOD);
        assertEquals(0, shards(arena));
        arena.close();
    }

    @Test
    void shouldReportWhatTrimmingLeavesAndWhy() {
        final ReceiveArena arena = new ReceiveArena(context().stripeSize(8).lowWaterShards(4));
        final List<Long> handles = acquire(arena, 20);
        final ArenaEndpoint endpoint = arena.newEndpoint(4, 4);
        endpoint.release(endpoint.acquire());
        handles.subList(1, 20).forEach(arena::release);
        assertEquals(new ArenaTrim(7, 1, 1, 2), arena.trim());
        arena.release(handles.get(0));
        endpoint.close();
        arena.close();
    }

    @Test
    void shouldAskEndpointsWhenItIsTrimmed() {
        final ReceiveArena arena = new ReceiveArena(context().clock(null));
        final ArenaEndpoint endpoint = arena.newEndpoint(8, 8);
        final long[] handles = new long[8];
        endpoint.release(handles, 0, endpoint.tryAcquire(handles, 0, 8));
        assertEquals(new ArenaTrim(0, 0, 4, 0), arena.trim());
        endpoint.release(endpoint.acquire());
        arena.trim();
        endpoint.release(endpoint.acquire());
        assertEquals(1, endpoint.free(), "what was not touched from one time to the next");
        assertEquals(new ArenaTrim(3, 0, 1, 0), arena.trim());
        endpoint.close();
        arena.close();
    }

    @Test
    void shouldLeaveAnEndpointItsReserve() {
        final ReceiveArena arena = new ReceiveArena(context());
        final ArenaEndpoint endpoint = arena.newEndpoint(8, 16);
        endpoint.reserve(3);
        for (int i = 0; i < 5; i++) {
            final long[] handles = new long[9];
            endpoint.release(handles, 0, endpoint.tryAcquire(handles, 0, 9));
            clock.advanceSeconds(PERIOD);
            endpoint.release(endpoint.acquire());
            assertEquals(3, endpoint.buffers());
        }
        endpoint.close();
        arena.close();
    }

    @Test
    void shouldGiveIdleShardsBackWhenAsked() {
        final ReceiveArena arena =
                new ReceiveArena(context().clock(null).stripeSize(8).lowWaterShards(1));
        final List<Long> handles = acquire(arena, 40);
        handles.subList(2, 40).forEach(arena::release);
        assertEquals(19, arena.trim().shardsFreed());
        assertEquals(0, arena.figures().buffersCached());
        arena.release(handles.get(0));
        arena.release(handles.get(1));
        assertEquals(0, arena.trim().shardsFreed(), "the low-water mark stays");
        assertEquals(1, shards(arena));
        assertThrows(IllegalStateException.class, () -> arena.setAgingPeriod(1));
        arena.close();
        assertThrows(IllegalStateException.class, arena::trim);
    }

    @Test
    void shouldApplyAnotherPeriodImmediatelyAndStopAtZero() {
        final ReceiveArena arena = new ReceiveArena(context().agingPeriod(0));
        acquire(arena, 4).forEach(arena::release);
        assertFalse(clock.isAnythingDue());
        arena.setAgingPeriod(5);
        clock.advanceSeconds(9);
        assertEquals(2, shards(arena));
        arena.setAgingPeriod(0);
        clock.advanceSeconds(100);
        assertEquals(2, shards(arena));
        arena.setAgingPeriod(1);
        clock.advanceSeconds(2);
        assertEquals(0, shards(arena));
        arena.release(arena.acquire());
        assertThrows(IllegalArgumentException.class, () -> arena.setAgingPeriod(-1));
        arena.close();
        assertFalse(clock.isAnythingDue());
    }

    @Test
    void shouldContinueAfterAShardThatCannotBeUnmapped() {
        final ReceiveArena arena = new ReceiveArena(context());
        final List<Long> handles = acquire(arena, 10);
        device.stuckIova = arena.iova(handles.get(4));
        handles.forEach(arena::release);
        clock.advanceSeconds(2 * PERIOD);
        assertEquals(0, shards(arena));
        assertEquals(1, arena.figures().shardsStuck());
        assertEquals(65_536, arena.figures().allocatedBytes(), "the device may still write there");
        assertFalse(clock.isAnythingDue());

        final List<Integer> numbers =
                acquire(arena, 6).stream().map(handle -> buffer(handle) / 2).toList();
        assertEquals(List.of(0, 0, 1, 1, 3, 3), numbers);
        assertThrows(VerbsException.class, arena::trim);
        device.stuckIova = null;
        assertEquals(0, arena.trim().shardsFreed());
        assertEquals(0, arena.figures().shardsStuck());
        assertEquals(2, buffer(arena.acquire()) / 2);
    }

    @Test
    void shouldReleaseStuckShardsAtClose() {
        final ReceiveArena arena = new ReceiveArena(context());
        final long handle = arena.acquire();
        device.stuckIova = arena.iova(handle);
        arena.release(handle);
        assertThrows(VerbsException.class, arena::trim);
        assertThrows(VerbsException.class, arena::close);
        device.stuckIova = null;
        arena.close();
        assertTrue(device.mappings.isEmpty());
        assertTrue(device.blocks.isEmpty());
        assertEquals(0, arena.figures().shardsStuck());
    }

    @Test
    void shouldGoInStepsOfFewShards() {
        final ReceiveArena arena = new ReceiveArena(context());
        acquire(arena, 200).forEach(arena::release);
        clock.advanceSeconds(PERIOD);
        assertEquals(1, clock.runs());
        clock.advanceSeconds(PERIOD);
        assertEquals(0, shards(arena));
        assertTrue(clock.runs() > 100 / 8, "steps: " + clock.runs());
        arena.close();
    }

    @Test
    void shouldAgeOnIfClosingWasRefused() {
        final ReceiveArena arena = new ReceiveArena(context().stripeSize(8));
        final List<Long> handles = acquire(arena, 4);
        arena.release(handles.get(3));
        clock.advanceSeconds(5 * PERIOD);
        assertThrows(IllegalStateException.class, arena::close);
        handles.subList(0, 3).forEach(arena::release);
        clock.advanceSeconds(4 * PERIOD);
        assertEquals(0, shards(arena));
        arena.close();
    }

    @Test
    void shouldRefuseNegativeSettings() {
        assertThrows(
                IllegalArgumentException.class, () -> new ReceiveArena(context().agingPeriod(-1)));
        assertThrows(
                IllegalArgumentException.class, () -> new ReceiveArena(context().lowWaterShards(-1)));
    }
}
