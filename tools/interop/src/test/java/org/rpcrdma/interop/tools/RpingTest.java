// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertSays;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.udp.UdpNetwork;
import org.rpcrdma.verbs.Device;

/** Tests rping between two threads, each with its own device. */
class RpingTest {
    private static final int UDP_PORT = 24_791;

    private final String serverAddress = UdpAddresses.address(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<String> answered = new ArrayList<>();
    private final List<String> pinged = new ArrayList<>();

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    /**
     * Starts a server and waits until its device exists. Otherwise, the client's first request would be lost and
     * repeated only seconds later.
     */
    private CompletableFuture<Integer> serve(final int size) {
        final CompletableFuture<Device> attached = new CompletableFuture<>();
        final CompletableFuture<Integer> served = CompletableFuture.supplyAsync(
                () -> {
                    try (UdpNetwork network = new UdpNetwork(UDP_PORT);
                            Device device = network.attach("server", serverAddress);
                            Host host = new Host(device)) {
                        attached.complete(device);
                        return new Rping(host, size, answered::add).serve(Rping.PORT);
                    } catch (final Exception e) {
                        attached.completeExceptionally(e);
                        throw new IllegalStateException(e.getMessage(), e);
                    }
                },
                threads);
        attached.join();
        return served;
    }

    private void ping(final int size, final int count) {
        try (UdpNetwork network = new UdpNetwork(UDP_PORT);
                Device device = network.attach("client", UdpAddresses.address(2));
                Host host = new Host(device)) {
            new Rping(host, size, pinged::add).ping(new InetSocketAddress(serverAddress, Rping.PORT), count);
        }
    }

    private void pingOnceThereIsAServer(final int size, final int count, final CompletableFuture<Integer> server) {
        while (true) {
            try {
                ping(size, count);
                return;
            } catch (final IllegalStateException e) {
                if (!e.getMessage().contains("no listener") || server.isDone()) {
                    throw e;
                }
            }
        }
    }

    @Test
    void shouldReturnTheDataOfEveryPing() {
        final CompletableFuture<Integer> server = serve(64);
        pingOnceThereIsAServer(64, 3, server);
        assertEquals(3, server.join());
        assertEquals("ping: rdma-ping-0: ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqr", pinged.get(0));
        assertEquals("ping: rdma-ping-2: CDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrst", pinged.get(2));
        assertEquals(pinged, answered);
    }

    @Test
    void shouldReturnDataThatSpansManyPackets() {
        final CompletableFuture<Integer> server = serve(100_000);
        pingOnceThereIsAServer(100_000, 2, server);
        assertEquals(2, server.join());
        assertEquals(pinged, answered);
    }

    @Test
    void shouldRejectDataThatExceedsTheServersBuffer() {
        final CompletableFuture<Integer> server = serve(64);
        assertThrows(IllegalStateException.class, () -> pingOnceThereIsAServer(80, 1, server));
        assertSays(Exception.class, "longer than this side's: length=80 limit=64", server::join);
    }
}
