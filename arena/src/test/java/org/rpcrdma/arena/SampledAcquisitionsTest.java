// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Effort;
import org.rpcrdma.testkit.Seed;

/** Tests that acquisitions stay recorded until the release, regardless of their number. */
class SampledAcquisitionsTest {
    private static final long SAMPLED = LeakDetection.SIMPLE.sampledHandles();

    private final FakeDevice device = new FakeDevice();
    private final ReceiveArena arena = new ReceiveArena(device.context().leakDetection(LeakDetection.SIMPLE));

    @Test
    void shouldKeepEveryRecordUntilTheRelease() throws Exception {
        Seed.run(seed -> keepEveryRecord(new Random(seed)));
    }

    private void keepEveryRecord(final Random random) {
        final long[] handles = new long[40_000];
        assertEquals(handles.length, arena.tryAcquire(handles, 0, handles.length));
        for (int i = 0; i < Effort.of(200_000, 1_000_000); i++) {
            final int next = random.nextInt(handles.length);
            final long old = handles[next];
            arena.release(old);
            handles[next] = arena.acquire();
        }
        assertEveryRecordIsKept(handles, arena);
        arena.release(handles, 0, handles.length);
        arena.close();
    }

    /** There is one record per slot of the largest table, so some records find no free slot in it. */
    @Test
    void shouldKeepRecordsThatTheLargestTableHasNoPlaceFor() {
        final long[] handles = new long[2048 * 128];
        final ReceiveArena small = new ReceiveArena(
                device.stripedContext().bufferSize(64).stripeSize(0).leakDetection(LeakDetection.SIMPLE));
        assertEquals(handles.length, small.tryAcquire(handles, 0, handles.length));
        assertEveryRecordIsKept(handles, small);
        small.release(handles, 0, handles.length);
        small.close();
        arena.close();
    }

    private static void assertEveryRecordIsKept(final long[] handles, final ReceiveArena arena) {
        int recorded = 0;
        for (final long handle : handles) {
            if ((handle & SAMPLED) == SAMPLED) {
                recorded++;
            }
        }
        final long told = arena.buffersOut(handles.length).stream()
                .filter(leak -> leak.description()
                        .endsWith(" acquiredBy=" + Thread.currentThread().getName()))
                .count();
        assertEquals(recorded, told);
    }

    /**
     * No batch allocates memory, not even the first, because the first arena has already caused all classes to be
     * linked.
     */
    @Test
    void shouldAllocateNothingForBatchesOfAThousandBuffers() {
        allocatedByBatches(arena);
        final ReceiveArena second = new ReceiveArena(device.context().leakDetection(LeakDetection.SIMPLE));
        assertEquals(0, allocatedByBatches(second));
        arena.close();
        second.close();
    }

    /**
     * Returns the number of heap bytes that an endpoint's batches allocate after the endpoint has acquired all its
     * buffers once.
     */
    private static long allocatedByBatches(final ReceiveArena used) {
        final long[] handles = new long[1024];
        final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (ArenaEndpoint endpoint = used.newEndpoint(handles.length, handles.length)) {
            endpoint.reserve(handles.length);
            final long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 1000; i++) {
                endpoint.release(handles, 0, endpoint.tryAcquire(handles, 0, handles.length));
            }
            return threads.getCurrentThreadAllocatedBytes() - before;
        }
    }

    @Test
    void shouldRecordTheBuffersOfABatchEachByItsOwnHandle() {
        final long[] handles = new long[1024];
        final ArenaEndpoint endpoint = arena.newEndpoint(handles.length, handles.length);
        endpoint.reserve(handles.length);
        for (int i = 0; i < 200; i++) {
            assertEquals(handles.length, endpoint.tryAcquire(handles, 0, handles.length));
            assertEveryRecordIsKept(handles, arena);
            endpoint.release(handles, 0, handles.length);
        }
        endpoint.close();
        arena.close();
    }

    @Test
    void shouldReportTheThreadThatHoldsTheBuffer() throws InterruptedException {
        final Thread[] threads = new Thread[4];
        final Throwable[] failures = new Throwable[threads.length];
        for (int i = 0; i < threads.length; i++) {
            final int number = i;
            threads[i] = new Thread(() -> acquireAndLook(number), "thread-" + number);
            threads[i].setUncaughtExceptionHandler((thread, failure) -> failures[number] = failure);
            threads[i].start();
        }
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            assertNull(failures[i]);
        }
        arena.close();
    }

    private void acquireAndLook(final int number) {
        for (int i = 0; i < 20_000; i++) {
            final long handle = arena.acquire();
            if ((handle & SAMPLED) == SAMPLED) {
                final String told = arena.holds.misuse("", handle).getMessage();
                assertTrue(told.endsWith(" acquiredBy=thread-" + number), told);
            }
            arena.release(handle);
        }
    }
}
