// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.transport.client.RpcRdmaClient;

/** What becomes of a connection request that a server gets while it closes, or after it. */
class ServerCloseTest {
    private static final int STEPS = 12;
    private static final int MANY = 1000;

    private int served;

    private void serve(final RpcCall call) {
        served++;
        TransportFixture.echo(call);
    }

    /** Connects from a host of its own, and sends a call for every reply. */
    private static final class SecondClient implements ClientListener, AutoCloseable {
        private final List<String> disconnections = new ArrayList<>();
        private final SimulatedDevice device;
        private final RpcRdmaClient client;
        private int sent;

        SecondClient(final TransportFixture fixture) {
            device = fixture.fabric.attach("sim2", "10.98.0.4");
            client = new RpcRdmaClient(new RpcRdmaClient.Context()
                    .device(device)
                    .eventLoop(device.newEventLoop())
                    .remote(new InetSocketAddress(TransportFixture.SERVER_IP, TransportFixture.PORT))
                    .tries(1)
                    .callTimeout(0)
                    .listener(this));
            client.connect();
            send();
        }

        private void send() {
            if (sent < MANY) {
                final int xid = sent++;
                final Outcome outcome = new Outcome();
                TransportFixture.stage(client, xid, 40).send(40, outcome.then(() -> sendAfter(outcome)));
            }
        }

        private void sendAfter(final Outcome outcome) {
            if (outcome.isReply()) {
                send();
            }
        }

        @Override
        public void onConnected() {}

        @Override
        public void onDisconnected(final String reason) {
            disconnections.add(reason);
        }

        @Override
        public void close() {
            client.close();
            device.close();
        }
    }

    @Test
    void shouldRejectARequestThatWaitsWhileTheServerCloses() {
        int rejected = 0;
        for (int steps = 0; steps < STEPS; steps++) {
            try (TransportFixture fixture = new TransportFixture(this::serve).connect();
                    SecondClient second = new SecondClient(fixture)) {
                for (int i = 0; i < steps; i++) {
                    fixture.simulation.step();
                }
                final int before = served;
                fixture.server.close();
                assertEquals(before, served, "calls served inside close() behind step " + steps);
                fixture.simulation.run();
                assertEquals(0, fixture.server.connections());
                assertEquals(1, second.disconnections.size());
                rejected += second.disconnections.contains("rejected: the peer refused: reason=28") ? 1 : 0;
            }
        }
        assertTrue(rejected > 0, "no request ever waited");
    }

    @Test
    void shouldRejectARequestThatWaitsWhenTheServerHasClosed() {
        int rejected = 0;
        for (int steps = 0; steps < STEPS; steps++) {
            try (TransportFixture fixture = new TransportFixture(this::serve)) {
                fixture.client.connect();
                for (int i = 0; i < steps; i++) {
                    fixture.simulation.step();
                }
                fixture.server.close();
                fixture.simulation.run();
                assertEquals(0, fixture.server.connections());
                assertEquals(1, fixture.disconnections.size());
                rejected += fixture.disconnections.contains("rejected: the peer refused: reason=28") ? 1 : 0;
            }
        }
        assertTrue(rejected > 0, "no request ever waited");
    }
}
