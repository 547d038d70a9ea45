// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IdleTimeTest {
    private static final long NOW = 7_000_000;

    private final IdleTime idle = new IdleTime();

    @Test
    void shouldLetALoopSleepUntilTheFirstDatagram() {
        assertFalse(idle.isShort(0));
        assertTrue(idle.isLong(0));
    }

    @Test
    void shouldSpinForTwentyMicrosecondsAndPollForTwoHundred() {
        idle.begin(NOW);
        assertTrue(idle.isShort(NOW + 19_999));
        assertFalse(idle.isShort(NOW + 20_000));
        assertFalse(idle.isLong(NOW + 199_999));
        assertTrue(idle.isLong(NOW + 200_000));
    }
}
