// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests connections on which no messages arrive. */
class IdleConnectionTest extends TransportTest {
    private static final long PERIOD = TimeUnit.MINUTES.toNanos(6);

    private final ArrayDeque<RpcCall> held = new ArrayDeque<>();

    private TransportFixture start() {
        return fixture.open(held::add, server -> server.idlePeriod(PERIOD));
    }

    private void connect() {
        fixture.client.connect();
        fixture.simulation.runUntil(10_000_000);
        assertEquals(1, fixture.connected);
    }

    private void runUntil(final double periods) {
        fixture.simulation.runUntil((long) (periods * PERIOD));
    }

    @Test
    void shouldCloseAConnectionThatWasIdleForAPeriod() {
        start();
        connect();
        runUntil(1.9);
        assertEquals(1, fixture.server.connections());
        runUntil(2.1);
        assertEquals(0, fixture.server.connections());
        assertEquals(
                "idle: no message within periodNanos=" + PERIOD,
                fixture.metrics().closeReason());
        assertEquals(1, fixture.disconnections.size());
    }

    @Test
    void shouldKeepAConnectionThatIsInUse() {
        start();
        connect();
        for (int xid = 1; xid < 6; xid++) {
            final Outcome outcome = new Outcome();
            fixture.stage(xid, 64).send(64, outcome);
            runUntil(xid - 0.5);
            TransportFixture.echo(held.remove());
            runUntil(xid);
            assertTrue(outcome.isReply(), outcome.failure);
        }
        assertEquals(1, fixture.server.connections());
        runUntil(8);
        assertEquals(0, fixture.server.connections());
    }

    @Test
    void shouldWaitForTheAnswerOfACall() {
        start();
        connect();
        final Outcome outcome = new Outcome();
        fixture.stage(1, 64).send(64, outcome);
        runUntil(7.5);
        TransportFixture.echo(held.remove());
        runUntil(7.6);
        assertTrue(outcome.isReply(), outcome.failure);
        runUntil(8.1);
        assertEquals(0, fixture.server.connections());
    }

    @Test
    void shouldReleaseTheBuffersOfAConnectionWhosePeerIsGone() {
        start();
        connect();
        fixture.clientDevice.faults().linkDown();
        fixture.client.disconnect();
        runUntil(0.9);
        assertEquals(1, fixture.disconnections.size());
        assertEquals(1, fixture.server.connections(), "its peer could not report it");
        assertTrue(fixture.metrics().arena().get().buffersInUse() > 0);
        runUntil(2.1);
        assertEquals(0, fixture.server.connections());
        fixture.clientDevice.faults().linkUp();
    }
}
