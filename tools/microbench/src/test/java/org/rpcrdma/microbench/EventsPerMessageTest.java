// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Counts the simulator's events per message; docs/benchmarks.md lists the counts. */
class EventsPerMessageTest {
    private static final int ROUNDS = 50;

    @Test
    void shouldProcessFourAndAQuarterEventsPerSend() {
        final SimulatedSend sends = new SimulatedSend();
        sends.queuePairs = 10;
        sends.connect();
        sends.countEvents();
        int events = 0;
        for (int i = 0; i < ROUNDS; i++) {
            events += sends.countEvents();
        }
        sends.close();

        assertEquals(4.25, (double) events / (ROUNDS * SimulatedSend.WINDOW), 0.005);
    }

    @Test
    void shouldProcessNineEventsPerInlineEcho() {
        final EchoRpc rpc = connected(4068);
        final double events = eventsPerCall(rpc, rpc::calls);
        rpc.close();

        assertEquals(8.9, events, 0.05);
    }

    @Test
    void shouldProcessThirtySixEventsPerEchoByChunk() {
        final EchoRpc rpc = connected(4096);
        final double events = eventsPerCall(rpc, rpc::chunks);
        rpc.close();

        assertEquals(36.2, events, 0.05);
    }

    private static EchoRpc connected(final int messageBytes) {
        final EchoRpc rpc = new EchoRpc();
        rpc.messageBytes = messageBytes;
        rpc.connect();
        return rpc;
    }

    private static double eventsPerCall(final EchoRpc rpc, final Runnable calls) {
        calls.run();
        final long before = rpc.events();
        for (int i = 0; i < ROUNDS; i++) {
            calls.run();
        }
        return (double) (rpc.events() - before) / (ROUNDS * EchoRpc.CALLS);
    }
}
