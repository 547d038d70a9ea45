// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.rpcrdma.nic.config.DeviceConfiguration;
import org.rpcrdma.nic.config.MemoryMode;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.key.KeyTable;
import org.rpcrdma.sim.Simulation;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;

/**
 * What connections take of the heap: clients of one queue pair each, their Receives posted on both sides, address-only.
 */
public final class QueuePairFootprint implements ConnectionHandler {
    private static final int RECEIVES = 128;
    private static final int BUFFER = 4096;
    private static final String SERVER = "10.98.0.1";
    private static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[0], 1, 7, 7);

    private final Simulation simulation = new Simulation(1);
    private final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    private final Side server = new Side(fabric, SERVER);
    private final List<Object> kept = new ArrayList<>();
    private int established;

    /** A host. */
    private static final class Side {
        final SimulatedDevice device;
        final EventLoop loop;
        final ProtectionDomain domain;
        final CompletionQueue queue;
        final ReceiveRequests receives;

        Side(final Fabric fabric, final String address) {
            device = fabric.attach(
                    "sim" + address, address, DeviceConfiguration.DEFAULT.withMemoryMode(MemoryMode.ADDRESS_ONLY));
            loop = device.newEventLoop();
            domain = device.allocateProtectionDomain();
            queue = device.createCompletionQueue(4 * RECEIVES, loop, ready -> {});
            receives = device.newReceiveRequests(RECEIVES);
        }

        QueuePair create() {
            return device.connections()
                    .createQueuePair(domain, new QueuePairAttributes(queue, queue, RECEIVES, RECEIVES, 1));
        }

        MemoryBlock post(final QueuePair queuePair) {
            final MemoryBlock memory = device.memory().allocate(RECEIVES * BUFFER, RECEIVES * BUFFER);
            final long iova = device.dma().map(memory.address(), memory.length(), DmaDirection.FROM_DEVICE);
            receives.clear();
            for (int i = 0; i < RECEIVES; i++) {
                receives.receive(i, iova + (long) i * BUFFER, BUFFER, KeyTable.LOCAL_DMA_LKEY);
            }
            queuePair.postReceive(receives);
            return memory;
        }
    }

    private QueuePairFootprint() {}

    /** Arguments: connections; then {@code hosts} where each client is a host of its own. */
    public static void main(final String[] arguments) {
        new QueuePairFootprint().run(Integer.parseInt(arguments[0]), arguments.length > 1);
    }

    private void run(final int connections, final boolean hasHosts) {
        server.device.connections().listen(ConnectedPair.PORT, server.loop, request -> {
            final QueuePair queuePair = server.create();
            request.accept(queuePair, PARAMETERS, server.loop, this);
            kept.add(server.post(queuePair));
        });
        final long before = used();
        Side client = hasHosts ? null : new Side(fabric, "10.99.0.1");
        for (int i = 0; i < connections; i++) {
            if (hasHosts) {
                client = new Side(fabric, "10." + (100 + (i >> 16)) + "." + (i >> 8 & 0xff) + "." + (i & 0xff));
            }
            final QueuePair queuePair = client.create();
            client.device
                    .connections()
                    .connect(
                            new InetSocketAddress(SERVER, ConnectedPair.PORT),
                            queuePair,
                            PARAMETERS,
                            client.loop,
                            this);
            kept.add(client.post(queuePair));
            simulation.run();
        }
        final long bytes = (used() - before) / connections;
        System.out.printf(
                "%,d connections of %,d hosts (%,d blocks): %,d bytes of heap a connection, both ends%n",
                established / 2, fabric.devices().size(), kept.size(), bytes);
    }

    private static long used() {
        System.gc();
        final Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Override
    public void onEstablished(final Connection connection, final byte[] privateData) {
        established++;
    }

    @Override
    public void onRejected(final Connection connection, final String reason) {
        throw new IllegalStateException(reason);
    }

    @Override
    public void onDisconnected(final Connection connection) {
        // they stay
    }
}
