// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.junit.SimulatedRdma;

@SimulatedRdma
class FirstTest {
    @Test
    void shouldReleaseEveryBuffer(final ReceiveArena arena) {
        final long buffer = arena.acquire();
        assertEquals(1, arena.figures().buffersInUse());
        arena.release(buffer); // the test fails without this line: RDMA resources leaked
    }
}
