// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.TransportFixture.echo;
import static org.rpcrdma.transport.TransportFixture.listener;
import static org.rpcrdma.transport.TransportFixture.remote;
import static org.rpcrdma.transport.TransportFixture.stage;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.transport.client.RpcRdmaClient;

/** Tests connection requests that arrive while a server closes, or after it has closed. */
class ServerCloseTest extends TransportTest {
    private static final int STEPS = 12;
    private static final int MANY = 1000;

    private int served;

    private void serve(final RpcCall call) {
        served++;
        echo(call);
    }

    /** Connects from a separate host, and sends a call after each reply. */
    private final class SecondClient implements AutoCloseable {
        private final List<String> disconnections = new ArrayList<>();
        private final SimulatedDevice device;
        private final RpcRdmaClient client;
        private int sent;

        SecondClient() {
            device = fixture.fabric.attach("sim2", "10.98.0.4");
            client = new RpcRdmaClient(remote(device).listener(listener(() -> {}, disconnections::add)));
            client.connect();
            send();
        }

        private void send() {
            if (sent < MANY) {
                final int xid = sent++;
                final Outcome outcome = new Outcome();
                stage(client, xid, 40).send(40, outcome.then(() -> sendAfter(outcome)));
            }
        }

        private void sendAfter(final Outcome outcome) {
            if (outcome.isReply()) {
                send();
            }
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
            fixture.connect(this::serve);
            try (SecondClient second = new SecondClient()) {
                for (int i = 0; i < steps; i++) {
                    fixture.simulation.step();
                }
                final int before = served;
                fixture.server.close();
                assertEquals(before, served, "calls served inside close() behind step " + steps);
                fixture.run();
                assertEquals(0, fixture.server.connections());
                assertEquals(1, second.disconnections.size());
                rejected += second.disconnections.contains("rejected: the peer refused: reason=28") ? 1 : 0;
            }
            fixture.close();
        }
        assertTrue(rejected > 0, "no request ever waited");
    }

    @Test
    void shouldRejectARequestThatWaitsWhenTheServerHasClosed() {
        int rejected = 0;
        for (int steps = 0; steps < STEPS; steps++) {
            fixture.open(this::serve).client.connect();
            for (int i = 0; i < steps; i++) {
                fixture.simulation.step();
            }
            fixture.server.close();
            fixture.run();
            assertEquals(0, fixture.server.connections());
            assertEquals(1, fixture.disconnections.size());
            rejected += fixture.disconnections.contains("rejected: the peer refused: reason=28") ? 1 : 0;
            fixture.close();
        }
        assertTrue(rejected > 0, "no request ever waited");
    }
}
