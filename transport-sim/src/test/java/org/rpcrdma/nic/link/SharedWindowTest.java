// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SharedWindowTest {
    private final SharedWindow window = new SharedWindow(10);

    @Test
    void shouldBeAllOfOneUser() {
        assertEquals(10, window.share(), "nobody has joined");
        window.join();
        assertEquals(10, window.share());
    }

    @Test
    void shouldBeDividedAmongThoseWhoHaveJoinedAndNotLeft() {
        window.join();
        window.join();
        window.join();
        assertEquals(3, window.share());
        window.leave();
        assertEquals(5, window.share());
    }

    @Test
    void shouldLeaveEachUserOnePacket() {
        for (int i = 0; i < 11; i++) {
            window.join();
        }
        assertEquals(1, window.share());
    }
}
