// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rpcrdma.arena.cache.ThreadCache;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.index.ShardLeaf;

/** Moments between two steps of an acquisition or release, made to last. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CentralFreeListTest {
    private static final int BUFFERS = 16;

    private final FakeDevice device = new FakeDevice();
    private final ReceiveArena.Context context = device.context().maxShards(1).threadCacheSize(BUFFERS);
    private final Shards shards = new Shards(0, context.settings);
    private final ShardIndex index = shards.index;
    private final CentralFreeList shared = new CentralFreeList(shards, context.settings);
    private Thread otherThread;
    private final ExecutorService other = Executors.newSingleThreadExecutor(task -> {
        otherThread = new Thread(task);
        return otherThread;
    });
    private final long[] handles = new long[BUFFERS];

    @AfterEach
    void stop() {
        other.shutdownNow();
    }

    @Test
    void shouldTakeABufferBackThatWasAcquiredForNothing() {
        assertTrue(shared.findMore());
        final long handle = shared.take();
        shared.putUnused(handle);
        final long again = shared.take();
        assertEquals(HandleBits.buffer(handle), HandleBits.buffer(again));
        assertNotEquals(handle, again, "nobody knows its handle");
        assertTrue(shared.put(HandleBits.buffer(again)));
        assertFalse(shared.put(HandleBits.buffer(again)));
    }

    @Test
    void shouldWaitForWhatAnotherThreadCarriesToItsCache() throws Exception {
        assertTrue(shared.findMore(), "a shard");
        final ThreadCache cache = shared.addThreadCache();
        assertTrue(cache.enter());
        assertEquals(BUFFERS, shared.take(handles, 0, BUFFERS, null));
        final Future<Long> taken = other.submit(() -> shared.take());
        awaitWaiting(taken);
        for (int i = 0; i < BUFFERS; i++) {
            assertTrue(cache.push(handles[i]));
        }
        cache.exit();
        assertEquals(handles[0], taken.get(), "the lowest of those that were called in");
        assertEquals(0, cache.size());
        assertTrue(cache.enter(), "it has its cache again");
        cache.exit();
    }

    /** Returns when the other thread waits for this one to leave its cache. */
    private void awaitWaiting(final Future<?> task) {
        while (Arrays.stream(otherThread.getStackTrace())
                .noneMatch(frame -> frame.getMethodName().equals("awaitExit"))) {
            assertFalse(task.isDone(), "did not wait");
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldFindWhatIsFreeButNotMarkedYet() throws Exception {
        final long handle = shared.take();
        for (int i = 1; i < BUFFERS; i++) {
            assertNotEquals(ReceiveArena.NONE, shared.take());
        }
        assertEquals(ReceiveArena.NONE, shared.take());
        final ShardLeaf leaf = index.leafOf(HandleBits.buffer(handle));
        assertTrue(leaf.put(HandleBits.buffer(handle)));
        assertFalse(index.hasMarks());
        assertEquals(handle, other.submit(() -> shared.take()).get());
    }

    @Test
    void shouldHandNothingOutWhileItWaitsForTheLastBuffer() {
        final long last = shared.take();
        final long passing = shared.take();
        shared.closeWhenReturned();
        assertEquals(ReceiveArena.NONE, shared.takeFree());
        assertTrue(shared.put(HandleBits.buffer(last)));
        assertEquals(ReceiveArena.NONE, shared.takeFree(), "one that came back stays");
        shared.returned();
        assertTrue(device.isMapped(index.leafOf(0).address(HandleBits.buffer(passing))), "a buffer is out");
        assertTrue(shared.put(HandleBits.buffer(passing)));
        assertThrows(IllegalStateException.class, shared::findMore);
        shared.returned();
        device.assertNothingLeft();
    }

    @Test
    void shouldLeaveNoBufferInACacheThatWasRevoked() throws Exception {
        assertTrue(shared.findMore());
        final ThreadCache cache = shared.addThreadCache();
        assertTrue(cache.enter());
        final Future<?> closing = other.submit(shared::close);
        awaitWaiting(closing);
        assertEquals(BUFFERS / 2, cache.refill(shared, null), "it has its cache until it leaves");
        cache.exit();
        closing.get();
        assertFalse(cache.enter());
        cache.exit();
        device.assertNothingLeft();
    }
}
