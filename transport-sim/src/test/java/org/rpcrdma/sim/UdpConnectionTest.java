// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.UdpAddresses.address;

import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.roce.TimerCodes;
import org.rpcrdma.udp.UdpDevice;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.QueuePairParameter;
import org.rpcrdma.verbs.QueuePairParameters;

/**
 * Tests connections between two local devices on UDP sockets, in real time. The devices' connection managers establish
 * them.
 */
class UdpConnectionTest extends UdpTest {
    private static final long TWO_SECONDS = 2_000_000_000L;

    private final UdpDevice here = network.attach("udp0", address(1));
    private final UdpDevice there = network.attach("udp1", address(2));
    private ConnectedPair.Side client;
    private ConnectedPair.Side server;

    private void connect(final int port) {
        client.connection = client.connect(address(2), port, with(1));
    }

    private static ConnectionParameters with(final int data) {
        return new ConnectionParameters(new byte[] {(byte) data}, 4, 7, 7);
    }

    private void newSides() {
        client = new ConnectedPair.Side(here, 64);
        server = new ConnectedPair.Side(there, 64);
    }

    @Test
    void shouldRetryForTwoSecondsWhenAPeerPauses() {
        newSides();
        final AutoCloseable listener = server.listen(ConnectedPair.PORT, request -> server.accept(request, with(2)));
        connect(ConnectedPair.PORT);
        await(() -> client.established + server.established == 2);
        for (final ConnectedPair.Side side : new ConnectedPair.Side[] {client, server}) {
            final QueuePairParameters agreed = side.queuePair.query();
            final int tries = 1 + agreed.get(QueuePairParameter.RETRY_COUNT);
            assertEquals(8, tries);
            assertTrue(tries * TimerCodes.acknowledgement(agreed.get(QueuePairParameter.TIMEOUT)) > TWO_SECONDS);
        }
        ConnectedPair.close(listener);
    }

    @Test
    void shouldReportAPortWithoutListener() {
        newSides();
        connect(1);
        await(() -> client.rejection != null);
        assertEquals("no listener: address=" + new InetSocketAddress(address(2), 1), client.rejection);
        server.expect();
    }
}
