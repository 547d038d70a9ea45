// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.rnic.link;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Tests the 24-bit packet sequence numbers. */
class PsnTest {
    @Test
    void shouldExtendAPsnToTheNearestFullNumber() {
        assertEquals(5, Psn.near(5, 3));
        assertEquals(0x100_0001, Psn.near(1, 0xff_ffff));
        assertEquals(0xff_ffff, Psn.near(0xff_ffff, 0x100_0001));
        assertEquals(-1, Psn.near(0xff_ffff, 0));
    }
}
