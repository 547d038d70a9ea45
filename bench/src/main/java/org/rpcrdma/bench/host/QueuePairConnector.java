// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.host;

import java.net.InetSocketAddress;
import org.agrona.CloseHelper;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.QueuePair;

/**
 * Connects queue pairs of two simulated hosts, one pair after the other, for measurements that need nothing but
 * connected queue pairs. Confined to the thread that runs the simulation.
 */
public final class QueuePairConnector implements ConnectionHandler {
    private static final int PORT = 20_049;
    private static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[0], 1, 7, 7);

    private final Simulation simulation;
    private final SimulatedDevice client;
    private final EventLoop clientLoop;
    private final SimulatedDevice server;
    private final EventLoop serverLoop;

    /**
     * Creates a connector.
     *
     * @param simulation runs both hosts.
     * @param client     requests connections, on its event loop.
     * @param server     accepts them, on its event loop.
     */
    public QueuePairConnector(
            final Simulation simulation,
            final SimulatedDevice client,
            final EventLoop clientLoop,
            final SimulatedDevice server,
            final EventLoop serverLoop) {
        this.simulation = simulation;
        this.client = client;
        this.clientLoop = clientLoop;
        this.server = server;
        this.serverLoop = serverLoop;
    }

    /** Connects a queue pair of the client to a queue pair of the server. Both are then in the RTS state. */
    public void connect(final QueuePair asking, final QueuePair accepting) {
        final AutoCloseable listener = server.connections()
                .listen(PORT, serverLoop, request -> request.accept(accepting, PARAMETERS, serverLoop, this));
        client.connections()
                .connect(new InetSocketAddress(server.ipAddress(), PORT), asking, PARAMETERS, clientLoop, this);
        simulation.run();
        CloseHelper.close(listener);
    }

    @Override
    public void onEstablished(final Connection connection, final byte[] privateData) {
        // only the queue pairs are used
    }

    @Override
    public void onRejected(final Connection connection, final String reason) {
        throw new IllegalStateException("rejected: reason=" + reason);
    }

    @Override
    public void onDisconnected(final Connection connection) {
        // closing the queue pairs suffices
    }
}
