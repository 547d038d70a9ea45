// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Tests calls that outlive their connection. The client sends them again on the next connection until no tries are
 * left.
 */
class ReconnectTest extends TransportTest {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final List<Outcome> outcomes = new ArrayList<>();

    private final KillingDevice killing = new KillingDevice();

    private TransportFixture start(final RpcService service) {
        return fixture.open(
                service,
                server -> server.payloadIdlePeriod(0),
                client -> client.device(killing.over(TransportFixture.device(client)))
                        .tries(3)
                        .callTimeout(60 * SECOND)
                        .credits(6));
    }

    private void send(final int xid) {
        fixture.stage(xid, 64).send(64, Outcome.in(outcomes));
    }

    @Test
    void shouldSendCallsAgainInTheirOrderOnANewConnection() {
        final List<Integer> seen = new ArrayList<>();
        final ArrayDeque<RpcCall> held = new ArrayDeque<>();
        final RpcService service = call -> {
            seen.add(call.xid());
            held.add(call);
        };
        start(service).connect();
        send(0);
        fixture.simulation.runUntil(SECOND);
        TransportFixture.echo(held.remove());
        for (int xid = 1; xid < 10; xid++) {
            send(xid);
        }
        fixture.simulation.runUntil(2 * SECOND);
        assertEquals(List.of(0, 1, 2, 3, 4, 5, 6), seen, "six credits");
        while (!held.isEmpty()) {
            held.remove().drop();
        }
        seen.clear();
        fixture.simulation.runUntil(61 * SECOND + SECOND / 2);
        assertEquals(1, fixture.disconnections.size());
        assertTrue(
                fixture.disconnections.get(0).startsWith("no reply in time: xid=0x1 timeoutNanos=60000000000"),
                fixture.disconnections.get(0));
        while (!held.isEmpty()) {
            TransportFixture.echo(held.remove());
            fixture.run(SECOND / 100);
        }
        assertEquals(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9), seen);
        outcomes.forEach(outcome -> assertTrue(outcome.isReply(), outcome.failure));
        assertEquals(6, fixture.client.figures().retransmissions());
        assertEquals(2, fixture.connected);
    }

    @Test
    void shouldGiveACallUpWhenItsTriesAreUsed() {
        start(call -> {}).connect();
        send(1);
        send(2);
        final List<Long> ends = new ArrayList<>();
        outcomes.get(0).then(() -> ends.add(fixture.simulation.nanoTime() / SECOND));
        fixture.simulation.runUntil(400 * SECOND);
        assertEquals(
                "gave up: tries=3 last=no reply in time: xid=0x1 timeoutNanos=60000000000", outcomes.get(0).failure);
        assertEquals(List.of(180L), ends);
        // With one credit, the client sends the second call only after it has given up on the first.
        assertEquals(
                "gave up: tries=3 last=no reply in time: xid=0x2 timeoutNanos=60000000000", outcomes.get(1).failure);
        assertEquals(4, fixture.client.figures().retransmissions());
    }

    /**
     * The replies are delayed for longer than a transport retry and a call's time limit. During that time, no host is
     * reachable.
     */
    @Test
    void shouldAnswerCallsOnceALinkIsBackThatWasDownForLong() {
        final List<RpcCall> held = new ArrayList<>();
        fixture.connect(held::add, server -> server, client -> client.tries(10).callTimeout(60 * SECOND));
        send(1);
        send(2);
        fixture.simulation.runUntil(SECOND);
        assertEquals(1, held.size());
        fixture.clientDevice.faults().linkDown();
        TransportFixture.echo(held.remove(0));
        fixture.simulation.runUntil(200 * SECOND);
        assertEquals(
                "a send work request ended with RETRY_EXC_ERR",
                fixture.ended.get(0).closeReason());
        assertEquals(0, fixture.server.connections());
        assertTrue(fixture.disconnections.get(0).startsWith("no reply in time: xid=0x1"));
        assertTrue(
                fixture.disconnections.get(1).startsWith("rejected: the host does not answer"),
                fixture.disconnections.get(1));
        fixture.clientDevice.faults().linkUp();
        for (long time = 201; time < 260; time++) {
            fixture.simulation.runUntil(time * SECOND);
            held.forEach(TransportFixture::echo);
            held.clear();
        }
        outcomes.forEach(outcome -> assertTrue(outcome.isReply(), outcome.failure));
        assertEquals(2, fixture.connected);
    }

    @Test
    void shouldWaitLongerAfterEachAttemptThatFails() {
        final List<Long> attempts = new ArrayList<>();
        fixture.open(
                TransportFixture::echo,
                server -> server,
                client -> client.tries(6).listener(new ClientListener() {
                    @Override
                    public void onDisconnected(final String reason) {
                        attempts.add(TransportFixture.eventLoop(client).nanoTime() / SECOND);
                    }
                }));
        fixture.server.close();
        fixture.client.connect();
        final Outcome first = fixture.send(fixture.stage(1, 64), 64, 0);
        assertEquals(List.of(0L, 0L, 5L, 15L, 35L, 65L), attempts);
        assertEquals(1, first.calls);
        assertTrue(first.failure.startsWith("gave up: tries=6 last=rejected: no listener"), first.failure);
        final Outcome second = fixture.send(fixture.stage(2, 64), 64, 0);
        assertEquals(95L, attempts.get(6), "the next call begins where the delays were");
        assertEquals(1, second.calls);
    }

    @Test
    void shouldReconnectForACallAfterTheLoss() {
        start(TransportFixture::echo).connect();
        killing.kill();
        fixture.run();
        assertEquals(1, fixture.disconnections.size());
        assertEquals(1, fixture.connected, "no call, no connection");
        send(1);
        fixture.run();
        assertTrue(outcomes.get(0).isReply(), outcomes.get(0).failure);
        assertEquals(2, fixture.connected);
        assertEquals(0, fixture.client.figures().retransmissions());
    }

    @Test
    void shouldFailCallsThatWaitForAConnectionWhenTheClientDisconnects() {
        start(TransportFixture::echo).connect();
        killing.kill();
        fixture.run();
        send(1);
        assertEquals(1, fixture.client.callsQueued());
        fixture.client.disconnect();
        assertEquals("the client disconnected", outcomes.get(0).failure);
        fixture.run();
        assertEquals(1, killing.queuePairs);
    }

    @Test
    void shouldLeaveNoTimerBehind() {
        start(TransportFixture::echo).connect();
        send(1);
        fixture.run();
        assertTrue(fixture.simulation.nanoTime() < SECOND, "the timeout of an answered call");
        send(2);
        killing.kill();
        fixture.client.close();
        fixture.run();
        assertTrue(fixture.simulation.nanoTime() < SECOND);
    }
}
