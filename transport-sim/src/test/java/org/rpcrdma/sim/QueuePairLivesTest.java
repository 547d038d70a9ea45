// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.PacketFilter;
import org.rpcrdma.rnic.PacketKind;
import org.rpcrdma.sim.network.Port;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.verbs.QueuePairState;

/**
 * Tests that, after a reset, a queue pair ignores packets that were sent to it or by it before the reset, even if their
 * numbers match.
 */
class QueuePairLivesTest extends ReliablePairTest {
    private static final long LATE = 10_000_000;

    @Test
    void shouldDropARequestToTheLifeBeforeAReset() {
        client.device.faults().delay(PacketFilter.ANY, 1, LATE);
        server.receive(50, 0, 100);
        send(1);
        pair.simulation.runUntil(client.loop.nanoTime() + LATE / 2);
        pair.reconnect();
        server.receive(51, 0, 100);
        pair.simulation.runUntil(client.loop.nanoTime() + LATE);
        server.expect();
        send(2);
        client.runAndExpect("2:SUCCESS");
        server.expect("51:SUCCESS");
    }

    @Test
    void shouldDropAnAckToTheLifeBeforeAReset() {
        server.device.faults().delay(PacketFilter.of(PacketKind.ACK), 1, LATE);
        server.receive(50, 0, 100);
        send(1);
        pair.simulation.runUntil(client.loop.nanoTime() + LATE / 2);
        server.expect("50:SUCCESS");
        pair.reconnect();
        send(2);
        pair.simulation.runUntil(client.loop.nanoTime() + LATE);
        client.expect();
        server.receive(51, 0, 100);
        client.runAndExpect("2:SUCCESS");
        server.expect("51:SUCCESS");
    }

    /**
     * The peer acknowledges a request that was sent before this side's reset. The acknowledgement must not be applied
     * to a current request.
     */
    @Test
    void shouldDropAnAckForTheLifeBeforeAReset() {
        server.receive(50, 0, 100);
        send(1);
        while (server.completions().isEmpty()) {
            pair.simulation.step();
        }
        restart(client, server);
        client.device.faults().lose(PacketFilter.ANY, 1);
        send(2);
        pair.simulation.runUntil(client.loop.nanoTime() + 1_000_000);
        client.expect();
    }

    @Test
    void shouldDropARequestFromTheLifeBeforeThePeersReset() {
        client.device.faults().lose(PacketFilter.ANY, 2);
        client.device.faults().delay(PacketFilter.ANY, 3, LATE);
        server.receive(50, 0, 100);
        server.receive(51, 100, 100);
        send(1);
        send(2);
        send(3);
        pair.simulation.runUntil(client.loop.nanoTime() + LATE / 2);
        client.expect("1:SUCCESS");
        server.expect("50:SUCCESS");
        pair.psn++;
        restart(client, server);
        client.sends().rdmaWrite(4, SIGNALED, server.address + 5000, server.region.rkey());
        client.post(0, 10);
        client.runAndExpect("4:SUCCESS");
        server.expect();
    }

    @Test
    void shouldDropPacketsOfAnotherQueuePairThanThePeer() {
        final ModifiedPair.Side stranger = pair.newSide("10.98.0.3");
        stranger.toSend(server, server.queuePair.number());
        server.receive(50, 0, 100);
        stranger.send(1, 0, 100);
        stranger.runAndExpect("1:RETRY_EXC_ERR");
        server.expect();
        send(2);
        client.runAndExpect("2:SUCCESS");
        server.expect("50:SUCCESS");
    }

    private static void restart(final ModifiedPair.Side side, final ModifiedPair.Side peer) {
        side.toState(QueuePairState.RESET);
        side.toSend(peer, peer.queuePair.number());
    }

    private void send(final long wrId) {
        client.send(wrId, 0, 100);
    }

    @Test
    void shouldStillDeliverSendsFromBeforeTheSendersReset() {
        server.receive(50, 0, 100);
        send(1);
        while (Inside.of(pair.client.device, Port.class).lastArrival() == 0) {
            pair.simulation.step();
        }
        restart(client, server);
        server.runAndExpect("50:SUCCESS");
        assertEquals(QueuePairState.RTS, client.queuePair.state());
    }
}
