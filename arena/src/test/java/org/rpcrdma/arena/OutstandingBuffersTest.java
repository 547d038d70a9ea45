// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertSays;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.arena.leak.RecordedUse;
import org.rpcrdma.testkit.ManualClock;

/** Tests the reports about buffers that were not released. */
class OutstandingBuffersTest {
    private final FakeDevice device = new FakeDevice();

    private ReceiveArena.Context context(final LeakDetection level) {
        return device.stripedContext().leakDetection(level);
    }

    @ParameterizedTest
    @EnumSource
    void shouldListExactlyTheHeldBuffers(final LeakDetection level) {
        final ReceiveArena arena = new ReceiveArena(context(level));
        final ArenaEndpoint endpoint = arena.newEndpoint(8, 8);
        final long ofEndpoint = endpoint.acquire();
        final long own = arena.acquire();
        arena.release(arena.acquire());
        final long handle = arena.acquire();
        arena.retain(handle);
        arena.notePosted(handle);
        assertEquals(List.of(ofEndpoint, own, handle), handles(arena.buffersOut(8)));
        assertEquals(1, arena.buffersOut(1).size());
        assertEquals(List.of(), arena.buffersOut(0));
        assertTrue(arena.buffersOut(8).get(2).description().contains(" holders=2 posted"));
        arena.noteCompleted(handle);
        arena.release(handle);
        arena.release(handle);
        arena.release(own);
        assertEquals(List.of(ofEndpoint), handles(arena.buffersOut(8)));
        endpoint.release(ofEndpoint);
        assertEquals(List.of(), arena.buffersOut(8));
        endpoint.close();
        arena.close();
        assertEquals(List.of(), arena.buffersOut(8));
    }

    @Test
    void shouldRefuseANegativeNumber() {
        final ReceiveArena arena = new ReceiveArena(context(LeakDetection.DISABLED));
        assertSays(IllegalArgumentException.class, "most=-1", () -> arena.buffersOut(-1));
    }

    @ParameterizedTest
    @EnumSource
    void shouldReportWhatAnArenaWaitsFor(final LeakDetection level) {
        final ReceiveArena arena = new ReceiveArena(context(level));
        final long handle = arena.acquire();
        arena.release(arena.acquire());
        arena.closeWhenReturned();
        assertEquals(List.of(handle), handles(arena.buffersOut(8)));
        arena.release(handle);
        assertEquals(List.of(), arena.buffersOut(8));
        assertTrue(device.blocks.isEmpty());
    }

    @Test
    void shouldReportAtCloseWhoAcquiredABufferAndWhere() throws InterruptedException {
        final ReceiveArena arena = new ReceiveArena(context(LeakDetection.PARANOID));
        final long[] handles = new long[1];
        final Thread worker = new Thread(() -> handles[0] = arena.acquire(), "worker-7");
        worker.start();
        worker.join();
        final IllegalStateException e = assertThrows(IllegalStateException.class, arena::close);
        assertTrue(
                e.getMessage()
                        .endsWith("handle=0x" + Long.toHexString(handles[0]) + " shard=0 slot=0 acquiredBy=worker-7"),
                e.getMessage());
        assertEquals(1, e.getSuppressed().length);
        assertEquals("acquired here: thread=worker-7", e.getSuppressed()[0].getMessage());
        assertTrue(e.getSuppressed()[0].getStackTrace().length > 1);
        arena.release(handles[0]);
        arena.close();
    }

    @Test
    void shouldNameAtMostEightAtClose() {
        final ReceiveArena arena = new ReceiveArena(context(LeakDetection.PARANOID));
        final long[] handles = new long[9];
        arena.tryAcquire(handles, 0, 9);
        final IllegalStateException e = assertThrows(IllegalStateException.class, arena::close);
        assertTrue(e.getMessage().contains("slot=7") && e.getMessage().endsWith("; ..."), e.getMessage());
        assertEquals(8, e.getSuppressed().length);
        arena.release(handles, 0, handles.length);
        arena.close();
    }

    @Test
    void shouldRecordOneOf128AcquisitionsOfABuffer() {
        for (final LeakDetection level : List.of(LeakDetection.SIMPLE, LeakDetection.ADVANCED)) {
            final ReceiveArena arena = new ReceiveArena(context(level).clock(new ManualClock()));
            int recorded = 0;
            for (int i = 0; i < 1024; i++) {
                final long handle = arena.acquire();
                final ArenaLeak out = arena.buffersOut(1).get(0);
                assertEquals(handle, out.handle());
                final boolean is = out.description()
                        .contains("acquiredBy=" + Thread.currentThread().getName());
                assertEquals(is, out.description().endsWith(" nanoTime=0"), out.description());
                assertEquals(is && level == LeakDetection.ADVANCED, out.trace() != null);
                recorded += is ? 1 : 0;
                arena.touch(handle, "here");
                arena.release(handle);
            }
            assertEquals(1024 / 128, recorded);
            arena.close();
        }
    }

    @Test
    void shouldRecordOneAcquisitionIn128OfEachBufferOfABatch() {
        for (final LeakDetection level : List.of(LeakDetection.SIMPLE, LeakDetection.ADVANCED)) {
            final ReceiveArena arena = new ReceiveArena(context(level).clock(new ManualClock()));
            assertEquals(4 * 1024 / 128, recordedInBatches(arena, arena::tryAcquire, arena::release));
            try (ArenaEndpoint endpoint = arena.newEndpoint(4, 4)) {
                assertEquals(4 * 1024 / 128, recordedInBatches(arena, endpoint::tryAcquire, endpoint::release));
            }
            arena.close();
        }
    }

    private interface Acquire {
        int some(long[] handles, int offset, int count);
    }

    private interface Release {
        void all(long[] handles, int offset, int count);
    }

    /**
     * Acquires and releases the same four buffers in 1,024 batches. Returns the number of acquisitions that were
     * recorded.
     */
    private static int recordedInBatches(final ReceiveArena arena, final Acquire acquire, final Release release) {
        final long[] handles = new long[4];
        acquire.some(handles, 0, 4);
        release.all(handles, 0, 4);
        int recorded = 0;
        for (int i = 0; i < 1024; i++) {
            assertEquals(4, acquire.some(handles, 0, 4));
            recorded += (int) arena.buffersOut(4).stream()
                    .filter(out -> out.description()
                            .contains("acquiredBy=" + Thread.currentThread().getName()))
                    .count();
            release.all(handles, 0, 4);
        }
        return recorded;
    }

    @Test
    void shouldReportTheLastPlacesThatABufferPassed() {
        final ReceiveArena arena = new ReceiveArena(context(LeakDetection.PARANOID));
        final long handle = arena.acquire();
        for (int i = 0; i <= RecordedUse.TOUCHES; i++) {
            arena.touch(handle, i);
        }
        final Throwable trace = arena.buffersOut(1).get(0).trace();
        assertNotNull(trace);
        final Throwable[] touches = trace.getSuppressed();
        assertEquals(RecordedUse.TOUCHES, touches.length);
        assertTrue(touches[0].getMessage().startsWith("touched: 1 here"), touches[0].getMessage());
        arena.release(handle);
        assertThrows(IllegalStateException.class, () -> arena.touch(handle, "late"));
        arena.close();
    }

    @Test
    void shouldRecordNothingIfDisabled() {
        final ReceiveArena arena = new ReceiveArena(context(LeakDetection.DISABLED));
        for (int i = 0; i < 256; i++) {
            final long handle = arena.acquire();
            final ArenaLeak out = arena.buffersOut(1).get(0);
            assertFalse(out.description().contains("acquiredBy"), out.description());
            assertNull(out.trace());
            arena.release(handle);
        }
        arena.close();
    }

    @Test
    void shouldTakeTheLevelFromASystemProperty() {
        assertEquals(LeakDetection.SIMPLE, LeakDetection.preset());
        try {
            System.setProperty(LeakDetection.PROPERTY, "paranoid");
            assertEquals(LeakDetection.PARANOID, LeakDetection.preset());
            System.setProperty(LeakDetection.PROPERTY, "much");
            final String message = assertThrows(IllegalArgumentException.class, ReceiveArena.Context::new)
                    .getMessage();
            assertEquals(
                    "unknown leak detection level: rpcrdma.leakDetection=much"
                            + " levels=[DISABLED, SIMPLE, ADVANCED, PARANOID]",
                    message);
        } finally {
            System.clearProperty(LeakDetection.PROPERTY);
        }
    }

    private static List<Long> handles(final List<ArenaLeak> leaks) {
        return leaks.stream().map(ArenaLeak::handle).toList();
    }
}
