// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SharedWindowTest {
    private final SharedWindow window = new SharedWindow(new LossControl(10, 10));

    @Test
    void shouldBelongToASingleUser() {
        assertEquals(10, window.share(), "no user has joined");
        window.join(0);
        assertEquals(10, window.share());
    }

    @Test
    void shouldBeSharedByUsersThatHaveJoinedAndNotLeft() {
        window.join(0);
        window.join(0);
        window.join(0);
        assertEquals(3, window.share());
        window.leave();
        assertEquals(5, window.share());
    }

    @Test
    void shouldGrowByEachPacketThatArrivesUntilItIsFull() {
        final SharedWindow growing = new SharedWindow(new LossControl(32, 100));
        growing.arrived(10, CongestionControl.UNKNOWN, 0);
        assertEquals(42, growing.share());
        growing.join(0);
        growing.join(0);
        growing.arrived(1000, CongestionControl.UNKNOWN, 0);
        assertEquals(50, growing.share());
    }

    @Test
    void shouldHalveOnceForAllPacketsInFlightAtALoss() {
        final SharedWindow growing = new SharedWindow(new LossControl(64, 100));
        growing.lost(0);
        growing.lost(0);
        growing.arrived(63, CongestionControl.UNKNOWN, 0);
        growing.lost(0);
        assertEquals(32, growing.share());
        growing.arrived(1, CongestionControl.UNKNOWN, 0);
        growing.arrived(32, CongestionControl.UNKNOWN, 0);
        assertEquals(33, growing.share(), "by one for each window");
        growing.lost(0);
        assertEquals(16, growing.share());
    }

    @Test
    void shouldNeverShrinkBelowTheMinimum() {
        final SharedWindow growing = new SharedWindow(new LossControl(32, 100));
        for (int i = 0; i < 10; i++) {
            growing.lost(0);
            growing.arrived(100, CongestionControl.UNKNOWN, 0);
        }
        assertTrue(growing.share() >= 8, "share=" + growing.share());
    }

    @Test
    void shouldLeaveEachUserOnePacket() {
        for (int i = 0; i < 11; i++) {
            window.join(0);
        }
        assertEquals(1, window.share());
    }
}
