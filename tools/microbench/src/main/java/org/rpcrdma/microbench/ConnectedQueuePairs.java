// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.microbench;

import org.rpcrdma.bench.host.QueuePairConnector;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.DmaDirection;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.MemoryBlock;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/** Two simulated hosts, connected by any number of queue pairs, with 4 KB buffers on both sides. */
final class ConnectedQueuePairs implements AutoCloseable {
    static final int MESSAGE = 4096;

    private final Simulation simulation = new Simulation(1);
    private final Side client;
    private final Side server;
    private final Completions completions;

    /** One host. */
    private static final class Side {
        final SimulatedDevice device;
        final EventLoop loop;
        final ProtectionDomain domain;
        final CompletionQueue queue;
        final QueuePair[] queuePairs;
        final MemoryBlock memory;
        final long iova;
        final int lkey;

        Side(final SimulatedDevice device, final int count, final int buffers, final int window) {
            this.device = device;
            loop = device.newEventLoop();
            domain = device.allocateProtectionDomain();
            queue = device.createCompletionQueue(window, loop, ready -> {});
            queuePairs = new QueuePair[count];
            memory = device.memory().allocate((long) buffers * MESSAGE, MESSAGE);
            iova = device.dma().map(memory.address(), memory.length(), DmaDirection.BIDIRECTIONAL);
            lkey = domain.localDmaLkey();
        }

        QueuePair create(final int depth) {
            return device.connections().createQueuePair(domain, new QueuePairAttributes(queue, queue, depth, depth, 1));
        }

        void close() {
            for (final QueuePair queuePair : queuePairs) {
                queuePair.close();
            }
            queue.close();
            device.dma().unmap(iova, memory.length(), DmaDirection.BIDIRECTIONAL);
            memory.close();
            domain.close();
            device.close();
        }
    }

    /**
     * Creates the hosts and connects their queue pairs.
     *
     * @param count  the number of queue pairs per host.
     * @param window the maximum number of outstanding messages.
     */
    ConnectedQueuePairs(final int count, final int window) {
        final int depth = Math.min(window, 64);
        final Fabric fabric = new Fabric(simulation, CostModel.defaults());
        client = new Side(fabric.attach("sim0", "10.98.0.1"), count, window, 2 * window);
        server = new Side(fabric.attach("sim1", "10.98.0.2"), count, window, 2 * window);
        completions = new Completions(2 * window);
        final QueuePairConnector connector =
                new QueuePairConnector(simulation, client.device, client.loop, server.device, server.loop);
        for (int i = 0; i < count; i++) {
            client.queuePairs[i] = client.create(depth);
            server.queuePairs[i] = server.create(depth);
            connector.connect(client.queuePairs[i], server.queuePairs[i]);
        }
    }

    SendRequests newSends(final int chain) {
        return client.device.newSendRequests(chain, 1);
    }

    ReceiveRequests newReceives(final int chain) {
        return server.device.newReceiveRequests(chain);
    }

    /**
     * Posts the same number of Receives and SENDs to a queue pair, each as one chain, starting with the given buffer.
     */
    void post(
            final int queuePair,
            final int buffer,
            final int count,
            final SendRequests sends,
            final ReceiveRequests receives) {
        sends.clear();
        receives.clear();
        for (int i = 0; i < count; i++) {
            final long offset = (long) (buffer + i) * MESSAGE;
            receives.receive(i, server.iova + offset, MESSAGE, server.lkey);
            sends.send(i, SendRequests.SIGNALED);
            sends.sge(client.iova + offset, MESSAGE, client.lkey);
        }
        server.queuePairs[queuePair].postReceive(receives);
        client.queuePairs[queuePair].postSend(sends);
    }

    /** Executes all posted requests and polls the completions. Returns the number of completions. */
    int finish() {
        simulation.run();
        return client.queue.poll(completions) + server.queue.poll(completions);
    }

    /** Runs all posted requests, and returns the number of events. */
    int countEvents() {
        int events = 0;
        while (simulation.step()) {
            events++;
        }
        return events;
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
