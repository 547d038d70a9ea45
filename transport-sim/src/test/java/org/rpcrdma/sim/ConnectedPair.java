// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.rpcrdma.rnic.RnicDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.FastRegisterRegion;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.RemoteKey;
import org.rpcrdma.verbs.extended.ExtendedSendRequests;

/** Two hosts on a fabric, each with a queue pair. The queue pairs are connected to each other. */
final class ConnectedPair {
    static final int PORT = 20049;
    static final int QUEUE_DEPTH = 64;

    final Simulation simulation;
    final Fabric fabric;
    final Side client;
    final Side server;

    /** One host, with the objects that a test needs and the events that the host's connection has received. */
    static final class Side extends PairSide implements ConnectionHandler {
        Connection connection;
        byte[] privateData;
        String rejection;
        int established;
        int disconnected;

        Side(final RnicDevice device, final int completions) {
            super(device, completions, QUEUE_DEPTH + 1, 4);
            queuePair = device.connections()
                    .createQueuePair(domain, new QueuePairAttributes(queue, queue, QUEUE_DEPTH, QUEUE_DEPTH, 4));
        }

        Connection connect(final String host, final int port, final ConnectionParameters parameters) {
            final InetSocketAddress remote = new InetSocketAddress(host, port);
            return device.connections().connect(remote, queuePair, parameters, loop, this);
        }

        Connection accept(final ConnectionRequest request, final ConnectionParameters parameters) {
            return request.accept(queuePair, parameters, loop, this);
        }

        AutoCloseable listen(final int port, final ConnectionManager.ListenHandler handler) {
            return device.connections().listen(port, loop, handler);
        }

        /** Adds an element to the most recently staged request. */
        void sge(final long iova, final int length, final int lkey) {
            sends.sge(iova, length, lkey);
        }

        void postSends() {
            queuePair.postSend(sends);
        }

        /** Posts a request without memory. */
        void post(final Consumer<ExtendedSendRequests> request) {
            request.accept(sends());
            postSends();
        }

        /** Posts a request with one element. */
        void post(final Consumer<ExtendedSendRequests> request, final long iova, final int length, final int lkey) {
            request.accept(sends());
            sge(iova, length, lkey);
            postSends();
        }

        void postReceive(final long wrId, final long iova, final int length, final int lkey) {
            receives.clear();
            receives.receive(wrId, iova, length, lkey);
            queuePair.postReceive(receives);
        }

        void postAndExpect(final String... completions) {
            postSends();
            runAndExpect(completions);
        }

        /** Registers a VALID region that covers an entire buffer and starts at the buffer's iova. */
        FastRegisterRegion register(final GuardedBuffer buffer, final int access) {
            final FastRegisterRegion region = domain.allocateFastRegisterRegion(512);
            region.setPages(new long[] {buffer.iova}, new int[] {buffer.length}, 1, buffer.iova);
            sends().registerMemory(0, 0, region, RemoteKey.increment(region.key()), access);
            postSends();
            Inside.of(device, Simulation.class).run();
            return region;
        }

        @Override
        public void onEstablished(final Connection which, final byte[] data) {
            connection = which;
            privateData = data;
            established++;
        }

        @Override
        public void onRejected(final Connection which, final String reason) {
            rejection = reason;
        }

        @Override
        public void onDisconnected(final Connection which) {
            disconnected++;
        }
    }

    ConnectedPair() {
        this(CostModel.defaults(), parameters(7));
    }

    ConnectedPair(final CostModel costs, final ConnectionParameters parameters) {
        this(costs, parameters, 4 * QUEUE_DEPTH);
    }

    ConnectedPair(final CostModel costs, final ConnectionParameters parameters, final int completions) {
        this(new Simulation(1), costs, parameters, completions);
    }

    ConnectedPair(final Simulation simulation) {
        this(simulation, CostModel.defaults(), parameters(7), 4 * QUEUE_DEPTH);
    }

    private ConnectedPair(
            final Simulation simulation,
            final CostModel costs,
            final ConnectionParameters parameters,
            final int completions) {
        this.simulation = simulation;
        fabric = new Fabric(simulation, costs);
        client = new Side(fabric.attach("sim0", "10.98.0.1"), completions);
        server = new Side(fabric.attach("sim1", "10.98.0.2"), completions);
        final AutoCloseable listener = server.listen(PORT, request -> server.accept(request, parameters));
        client.connect("10.98.0.2", PORT, parameters);
        simulation.run();
        close(listener);
    }

    static void close(final AutoCloseable resource) {
        try {
            resource.close();
        } catch (final RuntimeException e) {
            throw e;
        } catch (final Exception e) {
            throw new IllegalStateException(e);
        }
    }

    static InetSocketAddress address() {
        return new InetSocketAddress("10.98.0.2", PORT);
    }

    static ConnectionParameters parameters(final int rnrRetryCount) {
        return new ConnectionParameters(new byte[0], 4, 2, rnrRetryCount);
    }
}
