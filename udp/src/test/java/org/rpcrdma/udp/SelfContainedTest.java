// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.CompletionStatus;
import org.rpcrdma.verbs.Completions;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionManager;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.ReceiveRequests;
import org.rpcrdma.verbs.SendRequests;

/**
 * Tests a program that uses a software device and has only this artifact's class path, which does not include the
 * simulator.
 */
class SelfContainedTest {
    private static final String ADDRESS = "127.30.43.1";
    private static final int PORT = 7000;
    private static final long SLICE = 10_000_000;
    private static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[0], 4, 2, 7);
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private int established;

    private final class Counting implements ConnectionHandler {
        @Override
        public void onEstablished(final Connection connection, final byte[] privateData) {
            established++;
        }

        @Override
        public void onRejected(final Connection connection, final String reason) {
            throw new AssertionError(reason);
        }

        @Override
        public void onDisconnected(final Connection connection) {
            // Either side may disconnect first.
        }
    }

    @Test
    void shouldSendAMessageWithoutTheSimulator() throws Exception {
        assertThrows(ClassNotFoundException.class, () -> Class.forName("org.rpcrdma.sim.Fabric"));
        try (UdpNetwork network = new UdpNetwork();
                UdpDevice device = network.attach("udp0", ADDRESS)) {
            final EventLoop loop = device.newEventLoop();
            final ProtectionDomain domain = device.allocateProtectionDomain();
            final CompletionQueue queue = device.createCompletionQueue(16, loop, ready -> {});
            final ConnectionManager connections = device.connections();
            final QueuePairAttributes attributes = new QueuePairAttributes(queue, queue, 4, 4, 1);
            final QueuePair client = connections.createQueuePair(domain, attributes);
            final QueuePair server = connections.createQueuePair(domain, attributes);
            final ReceiveRequests receives = device.newReceiveRequests(1);
            receives.receive(7);
            try (AutoCloseable listener = connections.listen(PORT, loop, request -> {
                server.postReceive(receives);
                request.accept(server, PARAMETERS, loop, new Counting());
            })) {
                connections.connect(new InetSocketAddress(ADDRESS, PORT), client, PARAMETERS, loop, new Counting());
                final long end = System.nanoTime() + PATIENCE.toNanos();
                while (established < 2 && System.nanoTime() < end) {
                    loop.runOnce(SLICE);
                }
                assertEquals(2, established, () -> "not connected: " + listener);
            }
            final SendRequests sends = device.newSendRequests(1, 1);
            sends.send(1, SendRequests.SIGNALED);
            client.postSend(sends);
            assertReceived(queue, loop);
            client.close();
            server.close();
            queue.close();
            domain.close();
        }
    }

    private static void assertReceived(final CompletionQueue queue, final EventLoop loop) {
        final Completions batch = new Completions(4);
        final long end = System.nanoTime() + PATIENCE.toNanos();
        int succeeded = 0;
        boolean isReceived = false;
        while (succeeded < 2 && System.nanoTime() < end) {
            loop.runOnce(SLICE);
            queue.poll(batch);
            for (int i = 0; i < batch.count(); i++) {
                assertEquals(CompletionStatus.SUCCESS, batch.status(i));
                isReceived |= batch.wrId(i) == 7;
                succeeded++;
            }
        }
        assertEquals(2, succeeded, "a send and a Receive");
        assertTrue(isReceived);
    }
}
