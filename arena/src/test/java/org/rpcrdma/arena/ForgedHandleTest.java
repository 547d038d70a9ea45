// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertSays;

import java.util.List;
import java.util.Random;
import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.StateBits;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.Seed;
import org.rpcrdma.verbs.ReceiveRequests;

/** Tests that every method rejects numbers that were never returned as handles, and changes nothing. */
class ForgedHandleTest {
    private static final int BUFFERS = 40;
    private static final int MOST_GENERATIONS = Effort.of(40, 1000);

    private final FakeDevice device = new FakeDevice();
    private ReceiveArena arena;
    private ArenaEndpoint endpoint;

    private void open(final LeakDetection level) {
        arena = new ReceiveArena(device.stripedContext().maxShards(5).leakDetection(level));
        endpoint = arena.newEndpoint(4, BUFFERS);
    }

    private List<LongConsumer> uses() {
        return List.of(
                handle -> arena.release(handle),
                handle -> arena.release(new long[] {handle}, 0, 1),
                handle -> endpoint.release(handle),
                handle -> endpoint.release(new long[] {handle}, 0, 1),
                handle -> arena.retain(handle),
                handle -> arena.notePosted(handle),
                handle -> arena.noteCompleted(handle),
                handle -> arena.isPosted(handle),
                handle -> arena.address(handle),
                handle -> arena.iova(handle),
                handle -> arena.lkey(handle),
                handle -> arena.byteBuffer(handle),
                handle -> arena.syncForCpu(handle, 1),
                handle -> arena.stage(handle, (ReceiveRequests) null));
    }

    private void refused(final long number, final int out) {
        for (final LongConsumer use : uses()) {
            final RuntimeException refusal =
                    assertThrows(RuntimeException.class, () -> use.accept(number), "number=" + number);
            assertTrue(
                    refusal instanceof IllegalArgumentException || refusal instanceof IllegalStateException,
                    () -> "number=" + number + " " + refusal);
        }
        if (arena.leakDetection().tracesPlaces()) {
            assertThrows(RuntimeException.class, () -> arena.touch(number, null));
        }
        assertEquals(out, arena.figures().buffersInUse());
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseSmallNumbers(final LeakDetection level) {
        open(level);
        refuseSmallNumbers(0);
        final long handle = arena.acquire();
        refuseSmallNumbers(1);
        arena.release(handle);
        final long[] all = new long[BUFFERS];
        assertEquals(BUFFERS, arena.tryAcquire(all, 0, BUFFERS));
        arena.release(all, 0, BUFFERS);
        refuseSmallNumbers(0);
        arena.trim();
        refuseSmallNumbers(0);
        endpoint.close();
        device.closeWholly(arena);
        refuseSmallNumbers(0);
    }

    /** The leaf has rows for only five shards, but a handle has bits for eight. */
    @ParameterizedTest
    @EnumSource
    void shouldRefuseBuffersAfterTheLastShard(final LeakDetection level) {
        open(level);
        final long[] handles = {arena.acquire(), endpoint.acquire()};
        for (int further = 5 * 16; further < 8 * 16; further++) {
            for (final long handle : handles) {
                refused(handle + further, 2);
            }
        }
        final long[] mixed = {handles[0] + 6 * 16, handles[0]};
        assertThrows(IllegalArgumentException.class, () -> arena.release(mixed, 0, 2));
        final long[] mixedOfEndpoint = {handles[1], handles[1] + 6 * 16};
        assertThrows(IllegalArgumentException.class, () -> endpoint.release(mixedOfEndpoint, 0, 2));
        arena.release(handles[0]);
        endpoint.close();
        device.closeWholly(arena);
    }

    private void refuseSmallNumbers(final int out) {
        for (int number = -200; number < Effort.of(300, 2000); number++) {
            final long forged = number;
            assertThrows(RuntimeException.class, () -> arena.release(forged));
            assertThrows(RuntimeException.class, () -> arena.address(forged));
        }
        for (final long number :
                new long[] {0, 1, 16, 17, 100, 1000, Integer.MAX_VALUE, 1L << 31, Long.MAX_VALUE, -1}) {
            refused(number, out);
        }
    }

    /** A wrong tag in a number must not compensate for the special bits in a buffer's state. */
    @ParameterizedTest
    @EnumSource
    void shouldRefuseEveryNumberThatDiffersInABitOrTwo(final LeakDetection level) {
        open(level);
        final long plain = arena.acquire();
        final long posted = arena.acquire();
        arena.notePosted(posted);
        final long twice = arena.acquire();
        arena.retain(twice);
        final long owned = endpoint.acquire();
        for (final long handle : new long[] {plain, posted, twice, owned}) {
            for (int one = 0; one < 64; one++) {
                for (int other = one; other < 64; other += Effort.of(5, 1)) {
                    final long number = handle ^ 1L << one ^ (one == other ? 0 : 1L << other);
                    if (number != plain && number != posted && number != twice && number != owned) {
                        assertThrows(
                                RuntimeException.class, () -> arena.release(number), () -> Long.toHexString(number));
                        assertThrows(
                                RuntimeException.class, () -> endpoint.release(number), () -> Long.toHexString(number));
                    }
                }
                refused(handle ^ 1L << one, 4);
            }
        }
        arena.noteCompleted(posted);
        arena.release(posted);
        arena.release(plain);
        arena.release(twice);
        arena.release(twice);
        endpoint.release(owned);
        endpoint.close();
        device.closeWholly(arena);
    }

    /** Tries all handles except the handle under which the free buffer will be acquired next. */
    @ParameterizedTest
    @EnumSource
    void shouldRefuseNumbersMadeFromTheHandleOfAFreeBuffer(final LeakDetection level) {
        open(level);
        long last = arena.acquire();
        for (int release = 0; release < 5; release++) {
            arena.release(last);
            final long before = last;
            for (int generations = -MOST_GENERATIONS; generations <= MOST_GENERATIONS; generations++) {
                if (generations != 1) {
                    refuseFree(before + HandleBits.ofGeneration(generations) & Long.MAX_VALUE);
                }
            }
            for (int bit = 0; bit < Long.SIZE; bit++) {
                if ((before ^ 1L << bit) != HandleBits.next(before)) {
                    refuseFree(before ^ 1L << bit);
                }
            }
            last = arena.acquire();
        }
        assertEquals(1, arena.figures().buffersInUse());
        arena.release(last);
        endpoint.close();
        arena.close();
    }

    private void refuseFree(final long number) {
        assertThrows(RuntimeException.class, () -> arena.address(number), () -> Long.toHexString(number));
        assertThrows(RuntimeException.class, () -> arena.iova(number), () -> Long.toHexString(number));
        assertThrows(RuntimeException.class, () -> arena.release(number), () -> Long.toHexString(number));
        assertThrows(RuntimeException.class, () -> endpoint.release(number), () -> Long.toHexString(number));
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseHandlesOfABufferWhoseShardWasReleased(final LeakDetection level) {
        open(level);
        final long handle = arena.acquire();
        arena.release(handle);
        arena.trim();
        assertSays(IllegalStateException.class, ", its shard was freed", () -> arena.release(handle));
        refused(HandleBits.next(handle), 0);
        endpoint.close();
        arena.close();
        refused(handle, 0);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseRandomNumbers(final LeakDetection level) throws Exception {
        open(level);
        final long handle = arena.acquire();
        Seed.run(seed -> {
            final Random random = new Random(seed);
            for (int i = 0; i < Effort.of(1_000, 20_000); i++) {
                final long number = random.nextLong() >>> random.nextInt(64);
                assertThrows(RuntimeException.class, () -> arena.release(number));
                assertThrows(RuntimeException.class, () -> endpoint.release(number));
            }
        });
        assertEquals(1, arena.figures().buffersInUse());
        arena.release(handle);
        endpoint.close();
        arena.close();
    }

    @Test
    void shouldHaveNoHandleBelowTwoToThe31st() {
        for (int id = 0; id < 2000; id++) {
            final int tag = HandleBits.tag(id);
            assertTrue(tag >= 1 && tag <= 255);
            assertTrue(HandleBits.of(StateBits.HELD_ONCE, tag, 0) >= 1L << 31);
            assertTrue(tag != HandleBits.tag(id + 1));
        }
    }

    @Test
    void shouldReportThatAHandleIsInvalid() {
        open(LeakDetection.SIMPLE);
        final String message = assertThrows(IllegalArgumentException.class, () -> arena.release(ReceiveArena.NONE))
                .getMessage();
        assertEquals("handle does not belong to this arena: handle=0xffffffffffffffff (NONE)", message);
        endpoint.close();
        arena.close();
    }
}
