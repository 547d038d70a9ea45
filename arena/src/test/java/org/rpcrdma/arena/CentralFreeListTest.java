// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rpcrdma.arena.index.HandleBits;
import org.rpcrdma.arena.index.ShardIndex;
import org.rpcrdma.arena.index.ShardLeaf;

/** Tests the effect of pausing a thread between two steps of an acquisition or release. */
@Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CentralFreeListTest {
    private static final int BUFFERS = 16;

    private final FakeDevice device = new FakeDevice();
    private final ReceiveArena.Context context = device.context().maxShards(1).stripeSize(BUFFERS);
    private final Shards shards = new Shards(0, context.settings);
    private final ShardIndex index = shards.index;
    private final CentralFreeList central = new CentralFreeList(shards, context.settings);
    private final ExecutorService other = Executors.newSingleThreadExecutor();

    @AfterEach
    void stop() {
        other.shutdownNow();
    }

    @Test
    void shouldTakeBackABufferThatWasAcquiredInVain() {
        assertTrue(central.findMore());
        final long handle = central.take();
        central.putUnused(handle);
        final long again = central.take();
        assertEquals(HandleBits.buffer(handle), HandleBits.buffer(again));
        assertNotEquals(handle, again, "its handle is unknown");
        assertTrue(central.put(HandleBits.buffer(again), true));
        assertFalse(central.put(HandleBits.buffer(again), true));
    }

    @Test
    void shouldFindAFreeBufferThatIsNotMarkedYet() throws Exception {
        assertTrue(central.findMore(), "a shard");
        final long handle = central.take();
        for (int i = 1; i < BUFFERS; i++) {
            assertNotEquals(ReceiveArena.NONE, central.take());
        }
        assertEquals(ReceiveArena.NONE, central.take());
        final ShardLeaf leaf = index.leafOf(HandleBits.buffer(handle));
        assertTrue(leaf.put(HandleBits.buffer(handle), true));
        assertFalse(index.hasMarks());
        assertTrue(other.submit(central::findMore).get());
        assertEquals(handle, central.take());
    }

    @Test
    void shouldHandOutNothingWhileItWaitsForTheLastBuffer() {
        assertTrue(central.findMore(), "a shard");
        final long last = central.take();
        final long passing = central.take();
        central.closeWhenReturned();
        assertEquals(ReceiveArena.NONE, central.take());
        assertTrue(central.put(HandleBits.buffer(last), true));
        assertEquals(ReceiveArena.NONE, central.take(), "a returned buffer stays");
        central.returned();
        assertTrue(device.isMapped(index.leafOf(0).address(HandleBits.buffer(passing))), "a buffer is out");
        assertTrue(central.put(HandleBits.buffer(passing), true));
        assertThrows(IllegalStateException.class, central::findMore);
        central.returned();
        device.assertNothingLeft();
    }
}
