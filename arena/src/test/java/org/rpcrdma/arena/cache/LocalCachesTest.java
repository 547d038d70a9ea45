// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.index.BufferOwner;
import org.rpcrdma.arena.index.HandleBits;

class LocalCachesTest {
    private static final int KEPT = 4;

    /** Keeps the numbers of buffers that stacks give up, and has none to give. */
    private static final class Shards implements FreeList {
        private final List<Integer> free = new ArrayList<>();
        private boolean refuses;

        @Override
        public long take() {
            return HandleBits.NONE;
        }

        @Override
        public int take(final long[] handles, final int offset, final int count, final BufferOwner owner) {
            return 0;
        }

        @Override
        public boolean put(final int buffer) {
            if (refuses) {
                throw new IllegalStateException();
            }
            return free.add(buffer);
        }

        @Override
        public boolean findMore() {
            return false;
        }

        @Override
        public boolean returnThreadCache(final ThreadCache cache) {
            cache.restore();
            return true;
        }
    }

    private final Shards shards = new Shards();
    private final LocalCaches caches = new LocalCaches(KEPT);

    private ThreadCache mine(final long... handles) {
        caches.threads.add();
        for (final long handle : handles) {
            assertTrue(caches.threads.mine().put(shards, handle));
        }
        return caches.threads.mine();
    }

    @Test
    void shouldTakeAStackAwayThatWasNotTouchedBetweenTwoLooks() {
        final ThreadCache mine = mine(1, 2);
        assertTrue(caches.age(mine, shards));
        shards.refuses = true;
        assertThrows(IllegalStateException.class, () -> caches.age(mine, shards));
        assertEquals(2, mine.take(), "the stack is its thread's as before");
        assertTrue(caches.age(mine, shards));
        shards.refuses = false;
        assertFalse(caches.age(mine, shards));
        assertFalse(caches.age(mine, shards));
        assertEquals(List.of(1), shards.free);
        assertEquals(HandleBits.NONE, mine.take());
        assertTrue(mine.put(shards, 3), "the shards give the stack back");
        assertEquals(3, mine.take());
    }

    @Test
    void shouldDrainTheStacksOfThreadsAndLeaveThemTheirs() throws Exception {
        final ThreadCache mine = mine();
        assertFalse(caches.drain(shards));
        mine.put(shards, 1);
        assertTrue(caches.drain(shards));
        assertTrue(mine.put(shards, 2));
        caches.revoke(shards);
        assertTrue(mine.isRevoked());
        caches.restore();
        assertFalse(mine.isRevoked() || caches.drainDead(shards));
        for (final long[] handles : new long[][] {{}, {3, 4}}) {
            final Thread ended = new Thread(() -> mine(handles));
            ended.start();
            ended.join();
            assertEquals(handles.length > 0, caches.drain(shards));
        }
        assertEquals(List.of(1, 2, 3, 4), shards.free);
        assertEquals(1, caches.threads.all().length);
        assertEquals(4, caches.releases(), "of threads that have ended, too");
    }

    @Test
    void shouldCountReleasesOfEndpointsThatAreClosed() {
        mine(-1, -2, -3, -4, 1);
        assertEquals(2, shards.free.size(), "the lower half of a full stack");
        final EndpointCache[] endpoints = {new EndpointCache(KEPT, KEPT), new EndpointCache(KEPT, KEPT)};
        for (final EndpointCache endpoint : endpoints) {
            caches.add(endpoint);
            endpoint.push(2);
            endpoint.push(3);
        }
        assertEquals(Set.of(2L, 3L), caches.handlesOfEndpoints());
        assertEquals(5, caches.releases());
        assertEquals(9, caches.allReleases());
        caches.remove(endpoints[0]);
        assertTrue(endpoints[0].isRemoved());
        assertEquals(7, caches.releases());
        assertEquals(9, caches.allReleases());
        assertEquals(5, caches.size());
        caches.remove(endpoints[1]);
        assertEquals(9, caches.releases());
        assertEquals(3, caches.size());
    }

    @Test
    void shouldGiveNothingOutThatAFailedArenaHas() {
        mine(1);
        final EndpointCache endpoint = new EndpointCache(KEPT, KEPT);
        caches.add(endpoint);
        endpoint.own(2);
        endpoint.push(2);
        endpoint.push(3);
        assertEquals(3, endpoint.take());
        caches.fail();
        assertEquals(HandleBits.NONE, endpoint.take());
        assertNull(caches.threads.mine());
        caches.threads.add();
        assertNull(caches.threads.mine(), "a thread that is being added beside");
    }

    /** Then a thread asks now and then, since others may have ended. */
    @Test
    void shouldKeepNoMoreStacksThanMay() {
        for (int i = 0; i < ThreadCaches.MOST; i++) {
            assertTrue(caches.threads.mayAdd());
            caches.threads.add();
        }
        caches.threads.add();
        assertEquals(ThreadCaches.MOST, caches.threads.all().length);
        for (int i = 1; i <= 2 * ThreadCaches.REFUSALS_UNTIL_LOOK; i++) {
            assertEquals(i % ThreadCaches.REFUSALS_UNTIL_LOOK == 0, caches.threads.mayAdd());
        }
    }
}
