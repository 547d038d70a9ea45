// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.StateBits;
import org.rpcrdma.arena.leak.RecordedUse;

/** Tests that, at every level of leak detection, each misuse causes an error that contains the buffer's number. */
class MisuseTest {
    private static final String SLOT = " shard=0 slot=1";

    private final FakeDevice device = new FakeDevice();
    private ReceiveArena arena;
    private long handle;

    private void open(final LeakDetection level) {
        arena = new ReceiveArena(device.stripedContext().leakDetection(level));
        final long first = arena.acquire();
        handle = arena.acquire();
        arena.release(first);
    }

    private void refuses(final String message, final Executable misuse) {
        refuses(IllegalStateException.class, message, misuse);
    }

    private void refuses(final Class<? extends Exception> type, final String message, final Executable misuse) {
        final String told = assertThrows(type, misuse).getMessage();
        assertTrue(told.startsWith(message + "handle=0x" + Long.toHexString(handle) + SLOT), told);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseADoubleRelease(final LeakDetection level) {
        open(level);
        arena.release(handle);
        refuses("buffer was already released: ", () -> arena.release(handle));
        assertEquals(0, arena.figures().buffersInUse());
        arena.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseADoubleReleaseWhileTheBufferIsOutAgain(final LeakDetection level) {
        open(level);
        arena.release(handle);
        final long again = arena.acquire();
        assertEquals(HandleBits.buffer(handle), HandleBits.buffer(again));
        refuses("buffer was already released: ", () -> arena.release(handle));
        refusesUse();
        arena.release(again);
        arena.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseADoubleReleaseAmongMany(final LeakDetection level) {
        open(level);
        final long[] handles = {handle, arena.acquire(), handle};
        refuses("buffer was already released: ", () -> arena.release(handles, 0, 3));
        assertEquals(0, arena.figures().buffersInUse());
        arena.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseADoubleReleaseThroughAnEndpoint(final LeakDetection level) {
        open(level);
        final ArenaEndpoint endpoint = arena.newEndpoint(4, 4);
        final long first = handle;
        handle = endpoint.acquire();
        endpoint.release(handle);
        final String told = assertThrows(IllegalStateException.class, () -> endpoint.release(handle))
                .getMessage();
        assertTrue(told.startsWith("buffer was already released: handle=0x" + Long.toHexString(handle)), told);
        assertEquals(0, endpoint.inUse());
        arena.release(first);
        endpoint.close();
        arena.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseAForeignHandle(final LeakDetection level) {
        open(level);
        final ReceiveArena own = arena;
        final long ownHandle = handle;
        open(level);
        final Class<IllegalArgumentException> type = IllegalArgumentException.class;
        refuses(type, "handle does not belong to this arena: ", () -> own.release(handle));
        refuses(type, "handle does not belong to this arena: ", () -> own.address(handle));
        refuses(type, "handle does not belong to this arena: ", () -> own.retain(handle));
        refuses(type, "handle does not belong to this arena: ", () -> own.notePosted(handle));
        own.release(ownHandle);
        own.close();
        arena.release(handle);
        arena.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseUseAfterRelease(final LeakDetection level) {
        open(level);
        arena.release(handle);
        refusesUse();
        arena.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseUseAfterClose(final LeakDetection level) {
        open(level);
        arena.release(handle);
        arena.close();
        refusesUse();
        assertThrows(IllegalStateException.class, arena::acquire);
        assertThrows(IllegalStateException.class, arena::retain);
        assertThrows(IllegalStateException.class, () -> arena.newEndpoint(1, 1));
    }

    private void refusesUse() {
        for (final Executable use : Arrays.<Executable>asList(
                () -> arena.address(handle),
                () -> arena.iova(handle),
                () -> arena.lkey(handle),
                () -> arena.byteBuffer(handle),
                () -> arena.stage(handle, null),
                () -> arena.syncForCpu(handle, 1),
                () -> arena.retain(handle),
                () -> arena.notePosted(handle),
                () -> arena.noteCompleted(handle))) {
            refuses("buffer was already released: ", use);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseReleaseWhilePosted(final LeakDetection level) {
        open(level);
        arena.notePosted(handle);
        refuses("buffer is posted to the device: ", () -> arena.release(handle));
        refuses("buffer is already posted: ", () -> arena.notePosted(handle));
        assertThrows(IllegalStateException.class, arena::close);
        arena.noteCompleted(handle);
        refuses("buffer is not posted: ", () -> arena.noteCompleted(handle));
        arena.release(handle);
        arena.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseMoreHoldersThanThereAreNumbersFor(final LeakDetection level) {
        open(level);
        for (int i = 1; i < StateBits.HOLDERS; i++) {
            arena.retain(handle);
        }
        refuses("buffer has too many holders: holders=63 ", () -> arena.retain(handle));
        for (int i = 0; i < StateBits.HOLDERS; i++) {
            assertEquals(1, arena.figures().buffersInUse());
            arena.release(handle);
        }
        refuses("buffer was already released: ", () -> arena.release(handle));
        arena.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseToCloseALeaseTwice(final LeakDetection level) {
        open(level);
        arena.release(handle);
        final BufferLease lease = arena.lease();
        handle = lease.handle();
        final BufferLease second = lease.retain();
        final long address = lease.address();
        lease.close();
        refuses("lease was already closed: ", lease::close);
        for (final Executable use : Arrays.<Executable>asList(
                lease::address,
                lease::iova,
                lease::lkey,
                lease::byteBuffer,
                () -> lease.syncForCpu(1),
                lease::retain)) {
            refuses("lease is closed: ", use);
        }
        assertEquals(address, second.address());
        assertEquals(1, arena.figures().buffersInUse());
        second.close();
        refuses("lease was already closed: ", second::close);
        arena.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveALeaseOpenThatIsPosted(final LeakDetection level) {
        open(level);
        arena.release(handle);
        final BufferLease lease = arena.lease();
        handle = lease.handle();
        arena.notePosted(handle);
        refuses("buffer is posted to the device: ", lease::close);
        arena.noteCompleted(handle);
        lease.close();
        arena.close();
    }

    @ParameterizedTest
    @EnumSource(names = {"ADVANCED", "PARANOID"})
    void shouldLetOneOfTwoRacingReleasesWin(final LeakDetection level) throws Exception {
        open(level);
        arena.release(handle);
        final int rounds = 2000;
        final long[] handles = new long[1];
        final AtomicInteger released = new AtomicInteger();
        final CyclicBarrier start = new CyclicBarrier(2, () -> handles[0] = arena.acquire());
        final CyclicBarrier end = new CyclicBarrier(2);
        final Runnable releaser = () -> {
            for (int i = 0; i < rounds; i++) {
                await(start);
                try {
                    arena.release(handles[0]);
                    released.incrementAndGet();
                } catch (final IllegalStateException e) {
                    assertTrue(e.getMessage().startsWith("buffer was already released: "), e.getMessage());
                }
                await(end);
            }
        };
        final Thread other = new Thread(releaser);
        other.start();
        releaser.run();
        other.join();
        assertEquals(rounds, released.get());
        assertEquals(0, arena.figures().buffersInUse());
        arena.close();
    }

    private static void await(final CyclicBarrier barrier) {
        try {
            barrier.await(100, TimeUnit.SECONDS);
        } catch (final Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldReportIfABufferWasAcquiredAndFirstReleased() {
        open(LeakDetection.PARANOID);
        releaseFirst();
        final IllegalStateException e = assertThrows(IllegalStateException.class, () -> arena.release(handle));
        final String thread = Thread.currentThread().getName();
        assertTrue(e.getMessage().endsWith(" acquiredBy=" + thread + " releasedBy=" + thread), e.getMessage());
        assertEquals(2, e.getSuppressed().length);
        assertEquals("acquired here: thread=" + thread, e.getSuppressed()[0].toString());
        assertTrue(isFrom(e.getSuppressed()[0], "open"));
        assertEquals("released here: thread=" + thread, e.getSuppressed()[1].toString());
        assertTrue(isFrom(e.getSuppressed()[1], "releaseFirst"));
        arena.close();
    }

    private void releaseFirst() {
        arena.release(handle);
    }

    private static boolean isFrom(final Throwable trace, final String method) {
        return Arrays.stream(trace.getStackTrace())
                .anyMatch(frame -> frame.getClassName().equals(MisuseTest.class.getName())
                        && frame.getMethodName().equals(method));
    }

    @Test
    void shouldRememberTheLastFourUsesOfABuffer() {
        open(LeakDetection.PARANOID);
        releaseFirst();
        for (int i = 1; i < RecordedUse.REMEMBERED; i++) {
            arena.release(arena.acquire());
        }
        IllegalStateException e = assertThrows(IllegalStateException.class, () -> arena.address(handle));
        assertTrue(isFrom(e.getSuppressed()[1], "releaseFirst"));
        arena.release(arena.acquire());
        e = assertThrows(IllegalStateException.class, () -> arena.address(handle));
        assertEquals(0, e.getSuppressed().length);
        arena.close();
    }

    @Test
    void shouldReportWhatHappenedToABufferThatIsPosted() {
        open(LeakDetection.PARANOID);
        arena.retain(handle);
        arena.release(handle);
        arena.touch(handle, "decoded");
        arena.notePosted(handle);
        final IllegalStateException e = assertThrows(IllegalStateException.class, () -> arena.release(handle));
        final String by = " here: thread=" + Thread.currentThread().getName();
        assertEquals(
                Arrays.asList(
                        "acquired" + by,
                        "retained" + by,
                        "released by one of several holders" + by,
                        "touched: decoded" + by,
                        "posted" + by),
                Arrays.stream(e.getSuppressed()).map(Throwable::toString).toList());
        arena.noteCompleted(handle);
        arena.release(handle);
        arena.close();
    }
}
