// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.agrona.CloseHelper;
import org.agrona.collections.LongArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.time.SeededRandom;
import org.rpcrdma.testkit.JavaPrograms;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.udp.UdpNetwork;
import org.rpcrdma.verbs.Gid;

/**
 * Tests a server with 1 GB of memory that receives 10,000 connection requests that no host confirms. The requests bear
 * the addresses of unknown hosts, or of hosts that have connections. An honest peer is served throughout.
 */
@Tag("long")
class ServerFloodTest {
    private static final int REQUESTS = 10_000;
    private static final int BATCH = 20;
    private static final int KNOWN = 5;
    private static final int STRANGERS = 15;
    private static final long SLICE = 50_000;

    private final UdpNetwork network = new UdpNetwork();
    private final InetSocketAddress server = new InetSocketAddress(UdpAddresses.address(1), TransportFixture.PORT);
    private HonestCaller honest;
    private final List<HostileHost> names = new ArrayList<>();
    private final LongArrayList latencies = new LongArrayList();
    private long lastAnswer;
    private int answered;

    private void await(final UdpNetwork network, final String what, final BooleanSupplier condition) {
        Patience.await(
                condition,
                () -> {
                    network.timeline().nanoTime();
                    network.timeline().runUntil(network.timeline().nanoTime() + SLICE);
                    if (honest != null && honest.answered > answered) {
                        latencies.addLong((System.nanoTime() - lastAnswer) / (honest.answered - answered));
                        answered = honest.answered;
                        lastAnswer = System.nanoTime();
                    }
                },
                () -> what);
    }

    private static Process startServer(final String address) throws IOException {
        return JavaPrograms.of(UdpProgram.class, List.of(JavaPrograms.jvmOptions(), "-Xmx1g"), address)
                .start();
    }

    /**
     * Connects all hosts. Most of them then close and disappear, so they do not reject the requests that bear their
     * addresses.
     */
    private void connectAll() {
        for (int i = 1; i < KNOWN; i++) {
            try (UdpNetwork other = new UdpNetwork()) {
                final HonestCaller known = new HonestCaller(other.attach("udp0", UdpAddresses.address(2 + i)), server);
                await(other, "a known host is not answered", () -> known.answered > 0);
                known.close();
            }
        }
        honest = new HonestCaller(network.attach("udp0", UdpAddresses.address(2)), server);
        await(network, "the honest peer is not answered", () -> honest.answered > 1000);
        final InetSocketAddress victim = new InetSocketAddress(server.getAddress(), UdpNetwork.PORT);
        for (int i = 1; i < KNOWN + STRANGERS; i++) {
            names.add(new HostileHost(UdpAddresses.address(2 + i), 0, victim));
        }
    }

    @Test
    void shouldServeAnHonestPeerWhileOthersRequestConnections() throws IOException, InterruptedException {
        final Process program = startServer(UdpAddresses.address(1));
        try {
            assertEquals('s', program.getInputStream().read());
            connectAll();
            latencies.clear();
            final DatagramForge forge = new DatagramForge(new SeededRandom(Long.getLong("seed", 1)));
            for (int i = 0; i < REQUESTS; i++) {
                final HostileHost name = names.get(i % names.size());
                forge.ask(name.gid, Gid.of(server.getAddress()), TransportFixture.PORT);
                name.send(forge.bytes, forge.length, true);
                if (i % BATCH == 0) {
                    final int before = honest.answered;
                    await(network, "no answer after requests=" + i, () -> honest.answered > before);
                }
            }
            assertNull(honest.failure);
            latencies.sort(null);
            System.out.println("honest calls=" + latencies.size() + " p50="
                    + latencies.getLong(latencies.size() / 2) / 1000 + " us p99="
                    + latencies.getLong(latencies.size() * 99 / 100) / 1000 + " us");
        } finally {
            program.destroyForcibly().waitFor();
            CloseHelper.close(honest);
            names.forEach(HostileHost::close);
            network.close();
        }
    }
}
