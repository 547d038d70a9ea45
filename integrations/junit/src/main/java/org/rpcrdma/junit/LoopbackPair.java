// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.junit;

import java.net.InetSocketAddress;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;

/**
 * Two connected queue pairs, each on its own host, on one fabric.
 *
 * <pre>
 *   client: sim1, 10.98.0.2                       server: sim0, 10.98.0.1
 *   queue pair, RTS  &lt;------------------------&gt;  queue pair, RTS
 *   send queue, receive queue                     send queue, receive queue
 *   protection domain                             protection domain
 * </pre>
 *
 * <p>The server runs on the device that the test receives as a parameter. The test's receive arena is mapped for this
 * device. Not thread-safe. Posted work requests progress only while the simulation runs: {@code
 * pair.simulation().run()}.
 *
 * @param simulation the test's simulation, which contains both sides.
 * @param client     the side that requested the connection, on the device sim1.
 * @param server     the side that accepted the connection, on the device sim0.
 */
public record LoopbackPair(Simulation simulation, LoopbackEndpoint client, LoopbackEndpoint server) {
    /** The port on which the server listens. It differs from the RPC server's port, so both can run on one device. */
    private static final int PORT = 20_050;

    private static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[0], 4, 7, 7);

    /** Records how the connection set-up ended on one side. */
    private static final class Outcome implements ConnectionHandler {
        Connection connection;

        @Override
        public void onEstablished(final Connection established, final byte[] privateData) {
            connection = established;
        }

        @Override
        public void onRejected(final Connection rejected, final String reason) {
            throw new IllegalStateException("loopback pair was not connected: reason=" + reason);
        }

        @Override
        public void onDisconnected(final Connection ended) {}
    }

    static LoopbackPair connect(
            final Simulation simulation, final Host client, final Host server, final SimulatedRdma settings) {
        client.createQueuePair(settings.queueDepth(), settings.maxSendSge());
        server.createQueuePair(settings.queueDepth(), settings.maxSendSge());
        final Outcome atClient = new Outcome();
        final Outcome atServer = new Outcome();
        final AutoCloseable listener = server.device
                .connections()
                .listen(
                        PORT,
                        server.loop,
                        request -> request.accept(server.queuePair, PARAMETERS, server.loop, atServer));
        client.device
                .connections()
                .connect(
                        new InetSocketAddress(server.device.ipAddress(), PORT),
                        client.queuePair,
                        PARAMETERS,
                        client.loop,
                        atClient);
        while ((atClient.connection == null || atServer.connection == null) && simulation.step()) {
            continue;
        }
        Host.close(listener);
        return new LoopbackPair(simulation, client.endpoint(atClient.connection), server.endpoint(atServer.connection));
    }
}
