// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RealTimeLoopTest {
    private static final long MILLI = 1_000_000;

    /** If the interrupt ended the wait, the loop would poll the selector continuously and occupy a whole processor. */
    @Test
    void shouldWaitUntilTheGivenTimeDespiteAnInterrupt() {
        try (RealTimeLoop loop = new RealTimeLoop()) {
            for (int i = 0; i < 3; i++) {
                Thread.currentThread().interrupt();
                final long time = loop.clock() + 20 * MILLI;
                loop.await(time);
                assertTrue(loop.clock() > time - 2 * MILLI, "the selector did not wait");
                assertTrue(Thread.interrupted(), "the interrupt is its thread's");
            }
        }
    }

    @Test
    void shouldWaitDespiteAnInterruptWhenClosed() {
        final RealTimeLoop loop = new RealTimeLoop();
        loop.close();
        Thread.currentThread().interrupt();
        final long begun = loop.clock();
        loop.await(begun + 20 * MILLI);
        assertTrue(loop.clock() - begun > MILLI / 2, "a pause of a millisecond");
        assertTrue(Thread.interrupted());
    }
}
