// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
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
import org.rpcrdma.verbs.SendRequests;

/** Runs the example programs of docs/arena.md and docs/real-nics.md. */
class ExamplesTest {
    private static final int MESSAGES = 200;
    private static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[0], 1, 7, 7);

    @Test
    void shouldReceiveEveryMessageAndReleaseEverything() {
        final Simulation simulation = new Simulation(1);
        final Fabric fabric = new Fabric(simulation, CostModel.defaults());
        final SimulatedDevice server = fabric.attach("sim0", "10.98.0.1");
        final SimulatedDevice client = fabric.attach("sim1", "10.98.0.2");
        final EventLoop loop = server.newEventLoop();
        final ProtectionDomain domain = server.allocateProtectionDomain();
        final List<Integer> received = new ArrayList<>();
        final CompletionQueue sendQueue = server.createCompletionQueue(16, loop, ready -> {});
        final Receiver receiver =
                new Receiver(server, domain, loop, sendQueue, message -> received.add(message.getInt(0)));
        server.connections()
                .listen(20_049, loop, request -> request.accept(receiver.queuePair, PARAMETERS, loop, new Quiet()));

        final Sender sender = new Sender(client);
        simulation.run();
        for (int i = 0; i < MESSAGES; i++) {
            sender.send(i);
            simulation.run();
        }
        receiver.close();
        sender.connection.disconnect();
        simulation.run();
        sendQueue.close();
        domain.close();

        assertEquals(MESSAGES, received.size());
        for (int i = 0; i < MESSAGES; i++) {
            assertEquals(i, received.get(i));
        }
    }

    @Test
    void shouldServeOnADeviceOfTheHostUntilStopped() {
        final AtomicInteger turns = new AtomicInteger();

        HostServer.serve("rxe-stand-in", call -> call.reply(0), server -> turns.incrementAndGet() <= 3);

        assertEquals(4, turns.get());
    }

    private static class Quiet implements ConnectionHandler {
        @Override
        public void onEstablished(final Connection connection, final byte[] privateData) {}

        @Override
        public void onRejected(final Connection connection, final String reason) {
            throw new AssertionError(reason);
        }

        @Override
        public void onDisconnected(final Connection connection) {}
    }

    /** Sends one message at a time. */
    private static final class Sender extends Quiet {
        private final MemoryBlock memory;
        private final long iova;
        private final int lkey;
        private final SendRequests sends;
        private final QueuePair queuePair;
        private final Connection connection;

        Sender(final SimulatedDevice device) {
            final EventLoop loop = device.newEventLoop();
            final ProtectionDomain domain = device.allocateProtectionDomain();
            final CompletionQueue queue = device.createCompletionQueue(1024, loop, ready -> {});
            memory = device.memory().allocate(4096, 4096);
            iova = device.dma().map(memory.address(), 4096, DmaDirection.TO_DEVICE);
            lkey = domain.localDmaLkey();
            sends = device.newSendRequests(1, 1);
            queuePair = device.connections().createQueuePair(domain, new QueuePairAttributes(queue, queue, 512, 1, 1));
            connection = device.connections()
                    .connect(new InetSocketAddress("10.98.0.1", 20_049), queuePair, PARAMETERS, loop, this);
        }

        void send(final int number) {
            memory.buffer().putInt(0, Integer.reverseBytes(number));
            sends.clear();
            sends.send(number, SendRequests.SIGNALED);
            sends.sge(iova, 64, lkey);
            queuePair.postSend(sends);
        }
    }
}
