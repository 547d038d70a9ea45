// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.arena.mapper.PerBufferShardMapper;
import org.rpcrdma.arena.mapper.ShardMapper;
import org.rpcrdma.testkit.ManualClock;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Tests that arenas and mappers do not keep certain objects reachable: terminated threads, the objects of endpoints,
 * and the mappings of shards that could not be added.
 */
class ArenaForgetsTest {
    private static final int COLLECTIONS = 1000;

    private final FakeDevice device = new FakeDevice();

    private static void awaitGone(final WeakReference<?> reference) {
        for (int i = 0; i < COLLECTIONS && reference.get() != null; i++) {
            System.gc();
        }
        assertNull(reference.get());
    }

    @Test
    void shouldNotKeepAThreadThatHasEnded() throws Exception {
        final ReceiveArena arena = new ReceiveArena(device.context().stripeSize(4));
        awaitGone(useInAThread(arena));
        assertEquals(0, arena.figures().buffersInUse());
        device.closeWholly(arena);
    }

    private static WeakReference<Thread> useInAThread(final ReceiveArena arena) throws InterruptedException {
        final Thread thread = new Thread(() -> arena.release(arena.acquire()));
        thread.start();
        thread.join();
        return new WeakReference<>(thread);
    }

    @Test
    void shouldNotKeepAnArenaWithAnEndpointReachable() {
        final ManualClock clock = new ManualClock();
        final AtomicReference<Supplier<ArenaFigures>> figures = new AtomicReference<>();
        awaitGone(lose(clock, figures));
        assertEquals(1, figures.get().get().shards());
        assertNotNull(clock);
    }

    private WeakReference<ReceiveArena> lose(
            final ManualClock clock, final AtomicReference<Supplier<ArenaFigures>> figures) {
        final ReceiveArena arena =
                new ReceiveArena(device.context().clock(clock).leakListener(leak -> {}));
        arena.newEndpoint(4, 4).acquire();
        arena.release(arena.acquire());
        figures.set(arena.figuresSource());
        return new WeakReference<>(arena);
    }

    @Test
    void shouldReportAWriteAfterReleaseWhenTheShardIsTrimmed() {
        final List<IllegalStateException> told = new ArrayList<>();
        final HostMemory memory = new HostMemory();
        final ReceiveArena arena = new ReceiveArena(device.context()
                .memory(memory)
                .mapper(memory)
                .poisonReleased(true)
                .leakListener(new LeakListener() {
                    @Override
                    public void leaked(final ArenaLeak leak) {}

                    @Override
                    public void writtenWhileFree(final IllegalStateException error) {
                        told.add(error);
                    }
                }));
        final long handle = arena.acquire();
        final ByteBuffer bytes = arena.byteBuffer(handle);
        arena.release(handle);
        bytes.put(7, (byte) 1);
        assertEquals(1, arena.trim().shardsFreed());
        assertEquals(1, told.size());
        arena.close();
        assertEquals(1, told.size());
    }

    @Test
    void shouldLeaveNothingMappedIfAMappingOfManyEndsInAnError() {
        for (int n = 0; n < 16; n++) {
            final AtomicInteger left = new AtomicInteger(n);
            final ShardMapper each = shard -> {
                if (left.getAndDecrement() == 0) {
                    throw new OutOfMemoryError("by the test");
                }
                return new DmaShardMapper(device.domain()).map(shard);
            };
            final PerBufferShardMapper mapper = new PerBufferShardMapper(each, 4096);
            final MemoryBlock block = device.allocate(65_536, 65_536);
            assertThrows(OutOfMemoryError.class, () -> mapper.map(block));
            block.close();
            device.assertNothingLeft();
        }
    }

    @Test
    void shouldRefuseAMapperForBuffersOfAnotherSize() {
        final ReceiveArena.Context context = device.context()
                .bufferSize(4096)
                .mapper(new PerBufferShardMapper(new DmaShardMapper(device.domain()), 3072));
        final String message = assertThrows(IllegalArgumentException.class, () -> new ReceiveArena(context))
                .getMessage();
        assertEquals("mapper expects a different buffer size: bufferSize=3072 arenaBufferSize=4096", message);
    }
}
