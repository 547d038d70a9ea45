// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Connections that nothing comes by. */
class IdleConnectionTest {
    private static final long PERIOD = TimeUnit.MINUTES.toNanos(6);

    private final ArrayDeque<RpcCall> held = new ArrayDeque<>();

    private TransportFixture newFixture() {
        return new TransportFixture(held::add, server -> server.idlePeriod(PERIOD), client -> client);
    }

    private static void connect(final TransportFixture fixture) {
        fixture.client.connect();
        fixture.simulation.runUntil(10_000_000);
        assertEquals(1, fixture.connected);
    }

    private static void runUntil(final TransportFixture fixture, final double periods) {
        fixture.simulation.runUntil((long) (periods * PERIOD));
    }

    @Test
    void shouldEndAConnectionThatWasIdleForAPeriod() {
        try (TransportFixture fixture = newFixture()) {
            connect(fixture);
            runUntil(fixture, 1.9);
            assertEquals(1, fixture.server.connections());
            runUntil(fixture, 2.1);
            assertEquals(0, fixture.server.connections());
            assertEquals(
                    "idle: no message for periodNanos=" + PERIOD,
                    fixture.metrics().closeReason());
            assertEquals(1, fixture.disconnections.size());
        }
    }

    @Test
    void shouldKeepAConnectionThatMessagesComeBy() {
        try (TransportFixture fixture = newFixture()) {
            connect(fixture);
            for (int xid = 1; xid < 6; xid++) {
                final Outcome outcome = new Outcome();
                fixture.stage(xid, 64).send(64, outcome);
                runUntil(fixture, xid - 0.5);
                TransportFixture.echo(held.remove());
                runUntil(fixture, xid);
                assertTrue(outcome.isReply(), outcome.failure);
            }
            assertEquals(1, fixture.server.connections());
            runUntil(fixture, 8);
            assertEquals(0, fixture.server.connections());
        }
    }

    @Test
    void shouldWaitForTheAnswerOfACall() {
        try (TransportFixture fixture = newFixture()) {
            connect(fixture);
            final Outcome outcome = new Outcome();
            fixture.stage(1, 64).send(64, outcome);
            runUntil(fixture, 7.5);
            TransportFixture.echo(held.remove());
            runUntil(fixture, 7.6);
            assertTrue(outcome.isReply(), outcome.failure);
            runUntil(fixture, 8.1);
            assertEquals(0, fixture.server.connections());
        }
    }

    @Test
    void shouldGiveTheBuffersBackOfAConnectionWhosePeerIsGone() {
        try (TransportFixture fixture = newFixture()) {
            connect(fixture);
            fixture.clientDevice.faults().linkDown();
            fixture.client.disconnect();
            runUntil(fixture, 0.9);
            assertEquals(1, fixture.disconnections.size());
            assertEquals(1, fixture.server.connections(), "its peer could not tell");
            assertTrue(fixture.metrics().arena().buffersInUse() > 0);
            runUntil(fixture, 2.1);
            assertEquals(0, fixture.server.connections());
            fixture.clientDevice.faults().linkUp();
        }
    }
}
