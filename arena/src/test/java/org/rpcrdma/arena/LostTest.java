// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.WeakReference;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that an arena or a lease is reported if it becomes unreachable before it is closed, and only then. */
class LostTest {
    /**
     * The number of rounds after which a test counts as hung. It is large because the JVM may process collected objects
     * late on a busy host.
     */
    private static final int PATIENCE = 20_000;

    private final FakeDevice device = new FakeDevice();
    private final BlockingQueue<ArenaLeak> leaks = new LinkedBlockingQueue<>();

    private ReceiveArena open(final LeakDetection level) {
        return new ReceiveArena(device.stripedContext().leakDetection(level).leakListener(leaks::add));
    }

    private ArenaLeak awaitLeak() throws InterruptedException {
        ArenaLeak leak = null;
        for (int i = 0; i < PATIENCE && leak == null; i++) {
            System.gc();
            leak = leaks.poll(50, TimeUnit.MILLISECONDS);
        }
        assertNotNull(leak, "nothing was reported");
        return leak;
    }

    /**
     * Waits until an object that was not closed has been collected. By then, all earlier reports have been delivered.
     */
    private void awaitGone(final Supplier<Object> lost) throws InterruptedException {
        final WeakReference<Object> gone = new WeakReference<>(lost.get());
        for (int i = 0; i < PATIENCE && gone.get() != null; i++) {
            System.gc();
            Thread.sleep(10);
        }
        assertNull(gone.get(), "something refers to it still");
    }

    @ParameterizedTest
    @EnumSource(names = {"SIMPLE", "ADVANCED", "PARANOID"})
    void shouldReportALostArena(final LeakDetection level) throws InterruptedException {
        final int id = lose(level);
        final ArenaLeak leak = awaitLeak();
        assertEquals(ArenaLeak.Kind.ARENA, leak.kind());
        assertEquals(id, leak.arenaId());
        assertEquals(ReceiveArena.NONE, leak.handle());
        assertEquals(
                "arena became unreachable before it was closed: arenaId=" + id + " bytesAllocated=65536",
                leak.toString());
        assertEquals(level != LeakDetection.SIMPLE, leak.trace() != null);
        assertEquals(1, device.blocks.size(), "the device may still write to it");
    }

    private int lose(final LeakDetection level) {
        final ReceiveArena arena = open(level);
        arena.acquire();
        return arena.id();
    }

    @Test
    void shouldReportALostArenaThatWaitsForABufferOrHasAnOpenEndpoint() throws InterruptedException {
        loseWaiting();
        assertEquals(ArenaLeak.Kind.ARENA, awaitLeak().kind());
        loseWithEndpoint();
        assertEquals(ArenaLeak.Kind.ARENA, awaitLeak().kind());
    }

    private void loseWaiting() {
        final ReceiveArena arena = open(LeakDetection.SIMPLE);
        arena.acquire();
        arena.closeWhenReturned();
    }

    private void loseWithEndpoint() {
        open(LeakDetection.SIMPLE).newEndpoint(4, 4).acquire();
    }

    @Test
    void shouldNotReportClosedOrEmptyArenas() throws InterruptedException {
        awaitGone(() -> open(LeakDetection.PARANOID));
        awaitGone(() -> {
            final ReceiveArena arena = open(LeakDetection.PARANOID);
            arena.lease().close();
            arena.close();
            return arena;
        });
        awaitGone(() -> {
            final ReceiveArena arena = open(LeakDetection.PARANOID);
            final long handle = arena.acquire();
            arena.closeWhenReturned();
            arena.release(handle);
            return arena;
        });
        lose(LeakDetection.SIMPLE);
        assertTrue(awaitLeak().description().contains("bytesAllocated=65536"));
        assertTrue(leaks.isEmpty());
    }

    @Test
    void shouldNotReportIfDisabled() throws InterruptedException {
        awaitGone(() -> {
            final ReceiveArena arena = open(LeakDetection.DISABLED);
            arena.lease();
            return arena;
        });
        lose(LeakDetection.SIMPLE);
        awaitLeak();
        assertTrue(leaks.isEmpty());
    }

    @Test
    void shouldReportALostLeaseAndKeepItsBufferOut() throws InterruptedException {
        final ReceiveArena arena = open(LeakDetection.PARANOID);
        final long handle = loseLease(arena);
        final ArenaLeak leak = awaitLeak();
        assertEquals(ArenaLeak.Kind.LEASE, leak.kind());
        assertEquals(handle, leak.handle());
        assertEquals(
                "lease became unreachable before it was closed: arenaId=" + arena.id() + " handle=0x"
                        + Long.toHexString(handle) + " shard=0 slot=0 acquiredBy="
                        + Thread.currentThread().getName(),
                leak.description());
        assertTrue(leak.trace().getStackTrace().length > 0);
        assertEquals(handle, arena.buffersOut(1).get(0).handle());
        arena.release(handle);
        arena.close();
    }

    private static long loseLease(final ReceiveArena arena) {
        return arena.lease().handle();
    }

    @Test
    void shouldReportALostLeaseOfTwo() throws InterruptedException {
        final ReceiveArena arena = open(LeakDetection.PARANOID);
        final BufferLease lease = arena.lease();
        loseRetained(lease);
        assertEquals(lease.handle(), awaitLeak().handle());
        lease.close();
        arena.release(lease.handle());
        arena.close();
        assertTrue(leaks.isEmpty());
    }

    private static void loseRetained(final BufferLease lease) {
        lease.retain();
    }

    @Test
    void shouldReportLeasesOfRecordedAcquisitionsOnly() throws InterruptedException {
        final ReceiveArena arena = open(LeakDetection.SIMPLE);
        for (int i = 0; i < 128; i++) {
            arena.release(loseLease(arena));
        }
        final ArenaLeak leak = awaitLeak();
        assertEquals(ArenaLeak.Kind.LEASE, leak.kind());
        lose(LeakDetection.SIMPLE);
        assertEquals(ArenaLeak.Kind.ARENA, awaitLeak().kind());
        assertTrue(leaks.isEmpty());
        arena.close();
    }
}
