// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.receive.SharedReceives;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.ProtectionDomain;

/** Tests a host with several servers on one device. Each server has its own processor, port and connections. */
class SeveralServersTest {
    private static final int SERVERS = 4;
    private static final int CLIENTS = 3 * SERVERS;
    private static final int CREDITS = 8;
    private static final int CALLS = 40;
    private static final int LENGTH = 200;

    private final Simulation simulation = new Simulation(1);
    private final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    private final SimulatedDevice host = fabric.attach("server", TransportFixture.SERVER_IP);
    private final SimulatedDevice peer = fabric.attach("client", "10.98.0.3");
    private final ProtectionDomain domain = host.allocateProtectionDomain();
    private final ReceiveArena arena =
            new ReceiveArena(new ReceiveArena.Context().memory(host.memory()).mapper(new DmaShardMapper(domain)));
    private final List<RpcRdmaServer> servers = new ArrayList<>();
    private final List<RpcRdmaClient> clients = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();

    private void start(final int sharedReceives) {
        for (int i = 0; i < SERVERS; i++) {
            servers.add(new RpcRdmaServer(TransportFixture.serverOn(host)
                    .port(TransportFixture.PORT + i)
                    .credits(CREDITS)
                    .sharedArena(arena, domain)
                    .sharedReceives(sharedReceives)
                    .connectionEnd(metrics -> ends.add(metrics.closeReason()))
                    .service(TransportFixture::echo)));
        }
        for (int i = 0; i < CLIENTS; i++) {
            final RpcRdmaClient client = new RpcRdmaClient(new RpcRdmaClient.Context()
                    .device(peer)
                    .eventLoop(peer.newEventLoop())
                    .remote(new InetSocketAddress(TransportFixture.SERVER_IP, TransportFixture.PORT + i % SERVERS))
                    .credits(CREDITS)
                    .tries(1)
                    .listener(TransportFixture.listener(
                            () -> assertTrue(connections() > 0), reason -> assertTrue(connections() <= CLIENTS))));
            clients.add(client);
            client.connect();
        }
        simulation.run();
    }

    private void assertEchoes() {
        final List<List<Outcome>> all = new ArrayList<>();
        clients.forEach(client -> all.add(TransportFixture.sendAll(client, CALLS, LENGTH)));
        simulation.run();
        all.forEach(Outcome::assertAllAnsweredInTurn);
    }

    private int connections() {
        return servers.stream().mapToInt(RpcRdmaServer::connections).sum();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 16})
    void shouldContinueWhenOneOfThemIsClosed(final int sharedReceives) {
        start(sharedReceives);
        servers.remove(SERVERS - 1).close();
        simulation.run();
        assertEquals(CLIENTS - CLIENTS / SERVERS, connections());
        for (int i = CLIENTS - 1; i >= 0; i -= SERVERS) {
            clients.remove(i).close();
        }
        assertEquals(connections(), clients.size());
        assertEchoes();
        final long begun = simulation.nanoTime();
        clients.forEach(RpcRdmaClient::disconnect);
        simulation.runUntil(begun + SharedReceives.LAST_RECEIVE_NANOS / 2);
        assertEquals(0, connections());
    }

    @AfterEach
    void close() {
        clients.forEach(RpcRdmaClient::close);
        servers.forEach(RpcRdmaServer::close);
        simulation.run();
        arena.close();
        domain.close();
        host.close();
        peer.close();
    }
}
