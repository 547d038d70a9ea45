// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.MemoryAllocator;
import org.rpcrdma.verbs.MemoryBlock;

/**
 * Tests the limits of a server's connections. The server immediately rejects requests that exceed them, without
 * allocating anything for these requests.
 */
class ServerBoundsTest extends TransportTest {
    private static final String REFUSED = "rejected: the peer refused: reason=28 data=ENOMEM";

    private final List<RpcRdmaClient> clients = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();
    private SimulatedDevice second;

    private void serve(final UnaryOperator<RpcRdmaServer.Context> settings) {
        fixture.open(TransportFixture::echo, settings);
        second = fixture.fabric.attach("sim2", "10.98.0.4");
        fixture.connect();
    }

    private void connect(final SimulatedDevice device) {
        final RpcRdmaClient client = new RpcRdmaClient(TransportFixture.remote(device)
                .listener(TransportFixture.listener(() -> ends.add("connected"), ends::add)));
        clients.add(client);
        client.connect();
        fixture.run();
    }

    @AfterEach
    void close() {
        clients.forEach(RpcRdmaClient::close);
        fixture.run();
        fixture.close();
        second.close();
    }

    @Test
    void shouldRefuseConnectionsBeyondTheBoundsPerAddressAndInAll() {
        serve(server -> server.maxConnections(3).maxConnectionsPerAddress(2));
        connect(fixture.clientDevice);
        connect(fixture.clientDevice);
        connect(second);
        connect(second);
        assertEquals(List.of("connected", REFUSED, "connected", REFUSED), ends);
        assertEquals(
                List.of(
                        "ENOMEM: too many connections: connectionsOfAddress=2 maxConnectionsPerAddress=2",
                        "ENOMEM: too many connections: connections=3 maxConnections=3"),
                fixture.rejections);
        assertEquals(2, fixture.server.figures().connectionsRejected());
        clients.get(0).close();
        fixture.run();
        connect(fixture.clientDevice);
        assertEquals("connected", ends.get(ends.size() - 1), "the place is free again");
    }

    @Test
    void shouldRefuseRequestsBeyondMemoryBeforeAllocating() {
        final Bounded memory = new Bounded();
        serve(server -> server.receiveMemory(
                        memory.of(TransportFixture.device(server).memory()))
                .payloadMemory(4 << 20)
                .sendMemory(1 << 20));
        assertEquals((10 << 20) / (17 * 65_536 + 65_536), fixture.server.maxConnections(), "half is for calls");
        while (fixture.rejections.isEmpty()) {
            connect(fixture.clientDevice);
            memory.left = ends.size() < 3 ? memory.left : 1 << 20;
        }
        assertEquals(List.of("connected", "connected", "connected", REFUSED), ends);
        final String reason = fixture.rejections.get(0);
        assertTrue(reason.startsWith("ENOMEM: no memory for another connection: bytes=1179648 available="), reason);
        assertEquals(0, memory.failures, "refused by an allocation");
    }

    /** An allocator with a limit. */
    private static final class Bounded {
        long left = 15 << 20;
        int failures;

        MemoryAllocator of(final MemoryAllocator memory) {
            return new MemoryAllocator() {
                @Override
                public MemoryBlock allocate(final long length, final long alignment) {
                    failures += length > left ? 1 : 0;
                    left -= length;
                    return memory.allocate(length, alignment);
                }

                @Override
                public long available() {
                    return left;
                }
            };
        }
    }
}
