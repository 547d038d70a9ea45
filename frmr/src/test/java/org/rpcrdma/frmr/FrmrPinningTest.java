// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.frmr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.Access;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

class FrmrPinningTest extends CountedPoolsTest {

    @Test
    void shouldCreateMissingHandlesImmediatelyAndKeepThem() {
        pools.setPinned(KEY, 10);
        assertEquals(10, pools.pool(KEY).queued());
        assertEquals(10, pools.pool(KEY).pinned());
        assertEquals(1, driver.creations, "in one call");
        assertLiveAfter(600, 10);
    }

    @Test
    void shouldDestroyInactiveHandlesImmediatelyAndTheRestOnePeriodLater() {
        pools.setPinned(KEY, 10);
        clock.advance(0);
        assertEquals(10, driver.live.size());
        pools.setPinned(KEY, 4);
        clock.advance(0);
        assertEquals(10, driver.live.size(), "all were active");
        assertLiveAfter(60, 4);
        assertLiveAfter(600, 4);
    }

    @Test
    void shouldMeetTheFloorAgainAfterADrop() {
        pools.setPinned(KEY, 5);
        clock.advance(0);
        popped(2);
        pools.drop(KEY);
        assertEquals(4, pools.pool(KEY).queued() + pools.pool(KEY).inUse());
        clock.advance(0);
        assertEquals(5, pools.pool(KEY).queued() + pools.pool(KEY).inUse());
    }

    @Test
    void shouldTryAgainIfTheFloorCouldNotBeMet() {
        driver.failCreate = true;
        assertErrno(Errno.ENOMEM, () -> pools.setPinned(KEY, 5));
        assertEquals(5, pools.pool(KEY).pinned());
        assertEquals(0, pools.pool(KEY).queued());
        clock.advanceSeconds(60);
        assertEquals(0, pools.pool(KEY).queued());
        driver.failCreate = false;
        clock.advanceSeconds(59);
        assertEquals(0, pools.pool(KEY).queued());
        clock.advanceSeconds(1);
        assertEquals(5, pools.pool(KEY).queued());
    }

    @Test
    void shouldMeetTheFloorAgainIfAPopCouldNotBeServed() {
        final int[] used = popped(4);
        driver.whileCreating = () -> {
            driver.whileCreating = () -> {};
            pools.setPinned(KEY, 5);
            clock.advance(0);
            assertEquals(0, pools.pool(KEY).queued(), "the handle being created counts towards the floor");
            driver.failCreate = true;
        };
        assertThrows(VerbsException.class, () -> pools.pop(KEY));
        driver.failCreate = false;
        clock.advanceSeconds(60);
        assertEquals(1, pools.pool(KEY).queued());
        pushAll(used);
        assertEquals(5, driver.live.size());
    }

    @Test
    void shouldGrowAndShrinkWhileHandlesAreInUse() {
        final int[] used = popped(6);
        for (final int floor : new int[] {10, 1020, 1021, 1024, 1025, 2049, 6, 7}) {
            pools.setPinned(KEY, floor);
            clock.advanceSeconds(600);
            assertEquals(Math.max(6, floor), driver.live.size());
            assertEquals(Math.max(6, floor) - 6, pools.pool(KEY).queued());
        }
        pushAll(used);
        assertLiveAfter(600, 7);
    }

    @Test
    void shouldMakeHandlesWithThePoolsOwnKey() {
        final FrmrPool eight = pools.pool(KEY);
        pools.setPinned(FrmrKey.of(1, 5), 2);
        assertEquals(2, eight.queued());
        driver.live.values().forEach(key -> assertEquals(KEY, key));
        assertEquals(1, pools.pools().size());
    }

    @Test
    void shouldMakeHandlesWithTheKeyThatTheDriverBuilds() {
        driver.building = key -> FrmrKey.of(0, key.dmaBlocks());
        pools.setPinned(FrmrKey.of(1, 5), 2);
        assertEquals(2, pools.pool(FrmrKey.of(0, 5)).queued());
        driver.live.values().forEach(key -> assertEquals(FrmrKey.of(0, 5), key));
    }

    /**
     * Linux miscounted the inactive handles that a floor keeps when the handles above them on the stack became
     * inactive.
     */
    @Test
    void shouldKeepCountOfHandlesThatAgeAboveOthers() {
        pools.setPinned(KEY, 1_030);
        clock.advanceSeconds(0);
        final int[] used = popped(1_040);
        pushAll(used);
        clock.advanceSeconds(60);
        assertEquals(1_040, pools.pool(KEY).queued());
        pushAll(popped(8));
        clock.advanceSeconds(60);
        assertEquals(1_030, pools.pool(KEY).queued());
        pools.setPinned(KEY, 0);
        assertLiveAfter(120, 0);
        assertEquals(driver.created, driver.destroyed);
    }

    @Test
    void shouldRefuseABadKeyAndChangeNothing() {
        assertRefused(Errno.EINVAL, new FrmrKey(false, 1, 0, 7, 8), 1, "kernelVendorKey=0x7");
        assertRefused(Errno.EINVAL, FrmrKey.of(Access.REMOTE_WRITE, 8), 1, "accessFlags=0x2");
        assertRefused(Errno.EINVAL, FrmrKey.of(Access.REMOTE_ATOMIC, 8), 1, "accessFlags=0x8");
        assertRefused(Errno.EINVAL, FrmrKey.of(1 << 30, 8), 1, "accessFlags=0x40000000");
        assertRefused(Errno.EINVAL, KEY, -1, "count=-1");
        driver.refusal = Errno.EOPNOTSUPP;
        assertRefused(Errno.EOPNOTSUPP, KEY, 1, "not supported");
        assertTrue(pools.pools().isEmpty());
        assertEquals(0, driver.created);
    }

    private void assertRefused(final Errno errno, final FrmrKey key, final int count, final String text) {
        final VerbsException e = assertThrows(VerbsException.class, () -> pools.setPinned(key, count));
        assertEquals(errno, e.errno());
        assertTrue(e.getMessage().contains(text), e.getMessage());
    }
}
