// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.junit.LoopbackPair;
import org.rpcrdma.junit.SimulatedRdma;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

@SimulatedRdma(bufferSize = 2048)
class LandingTest {
    @Test
    void shouldLandInTheArena(final LoopbackPair pair, final ReceiveArena arena) {
        final ReceiveRequests receives = pair.server().device().newReceiveRequests(1);
        final long buffer = arena.acquire();
        arena.stage(buffer, receives);
        pair.server().queuePair().postReceive(receives);

        final MemoryBlock text = pair.client().device().memory().allocate(64, 64);
        text.buffer().put("a message".getBytes());
        final MemoryRegion region =
                pair.client().protectionDomain().registerMemory(text.address(), 64, text.address(), 0);
        final SendRequests sends = pair.client().device().newSendRequests(1, 1);
        sends.send(1, SendRequests.SIGNALED);
        sends.sge(text.address(), 9, region.lkey());
        pair.client().queuePair().postSend(sends);
        pair.simulation().run();

        final Completions received = new Completions(1);
        assertEquals(1, pair.server().receiveQueue().poll(received));
        arena.syncForCpu(buffer, received.byteLength(0));
        assertEquals('a', arena.byteBuffer(buffer).get(0));

        arena.release(buffer); // without one of these, the test fails and reports the leak
        region.close();
        text.close();
    }
}
