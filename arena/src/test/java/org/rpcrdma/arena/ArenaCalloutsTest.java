// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rpcrdma.arena.mapper.DmaShardMapper;

/** Tests an arena whose mapper, listener or clock misbehaves. */
class ArenaCalloutsTest {
    private static final int BUFFERS = 16;

    private final FakeDevice device = new FakeDevice();
    private final DmaShardMapper mapper = new DmaShardMapper(device.domain());
    private ReceiveArena arena;
    private boolean stopped;

    @Test
    void shouldLoseNothingIfTheMapperReturnsNothing() {
        final boolean[] broken = {true};
        arena = new ReceiveArena(device.context().mapper(shard -> broken[0] ? null : mapper.map(shard)));
        assertThrows(NullPointerException.class, arena::acquire);
        assertEquals(0, arena.figures().shards());
        device.assertNothingLeft();
        broken[0] = false;
        arena.release(arena.acquire());
        assertEquals(1, arena.figures().shards());
        device.closeWholly(arena);
    }

    static Stream<Consumer<ReceiveArena>> uses() {
        return Stream.of(
                ReceiveArena::acquire,
                ReceiveArena::trim,
                ReceiveArena::close,
                ReceiveArena::closeWhenReturned,
                arena -> arena.tryAcquire(new long[2], 0, 2));
    }

    @ParameterizedTest
    @MethodSource("uses")
    void shouldRefuseCallsFromItsOwnCollaborators(final Consumer<ReceiveArena> use) {
        arena = new ReceiveArena(device.context().mapper(shard -> {
            if (arena.figures().shards() == 0) {
                final IllegalStateException refusal =
                        assertThrows(IllegalStateException.class, () -> use.accept(arena));
                assertTrue(refusal.getMessage().contains("arenaId=" + arena.id()), refusal.getMessage());
            }
            return mapper.map(shard);
        }));
        final long handle = arena.acquire();
        assertEquals(1, arena.figures().shards());
        assertEquals(1, arena.figures().buffersInUse());
        arena.release(handle);
        device.closeWholly(arena);
    }

    @Test
    void shouldLoseNoBufferIfTheClockHasStopped() {
        final HookedClock clock = new HookedClock();
        clock.onArm = () -> {
            if (stopped) {
                throw new RejectedExecutionException("clock has stopped");
            }
        };
        arena = new ReceiveArena(device.context().stripeSize(8).maxShards(1).clock(clock));
        final long[] handles = new long[BUFFERS];
        assertEquals(BUFFERS, arena.tryAcquire(handles, 0, BUFFERS));
        clock.hand.advanceSeconds(600);
        stopped = true;
        for (final long handle : handles) {
            arena.release(handle);
        }
        assertEquals(0, arena.figures().buffersInUse());
        assertEquals(BUFFERS, arena.tryAcquire(handles, 0, BUFFERS));
        assertEquals(ReceiveArena.NONE, arena.tryAcquire());
        stopped = false;
        arena.release(handles, 0, BUFFERS);
        clock.hand.advanceSeconds(600);
        assertEquals(0, arena.figures().shards(), "ages again");
        assertNotEquals(0, arena.figures().shardsFreed());
        arena.close();
        assertEquals(List.of(), arena.buffersOut(BUFFERS));
        device.assertNothingLeft();
    }
}
