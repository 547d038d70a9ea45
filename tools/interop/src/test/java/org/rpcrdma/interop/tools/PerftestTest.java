// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.tools;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.udp.UdpNetwork;
import org.rpcrdma.verbs.Device;

/** Tests perftest between two threads, each with its own device. */
class PerftestTest {
    private static final int UDP_PORT = 24_792;
    private static final int COUNT = 200;

    private final String serverAddress = UdpAddresses.address(1);
    private final CompletableFuture<Void> listening = new CompletableFuture<>();
    private CompletableFuture<Void> server;

    @BeforeEach
    void serve() {
        server = CompletableFuture.runAsync(() -> {
            try (UdpNetwork network = new UdpNetwork(UDP_PORT);
                    Device device = network.attach("server", serverAddress);
                    Host host = new Host(device);
                    PerftestServer served = new PerftestServer(host, PerftestControl.PORT)) {
                listening.complete(null);
                served.serve();
            } catch (final Exception e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        });
        listening.join();
    }

    @AfterEach
    void join() {
        server.join();
    }

    @ParameterizedTest
    @EnumSource(Perftest.Kind.class)
    void shouldMeasureMessagesToAServer(final Perftest.Kind kind) {
        try (UdpNetwork network = new UdpNetwork(UDP_PORT);
                Device device = network.attach("client", UdpAddresses.address(2));
                Host host = new Host(device)) {
            final String result = new Perftest(host, kind, 3000, COUNT, 16, "6.06")
                    .run(new InetSocketAddress(serverAddress, PerftestControl.PORT));
            assertTrue(
                    result.matches("(send|write|read)_(bw|lat): size=3000 iterations=200 MBps=[0-9.]+"
                            + " messagesPerSecond=[0-9]+ p50us=[0-9.]+ p99us=[0-9.]+"),
                    result);
        }
    }
}
