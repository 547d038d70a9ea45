// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.rpcrdma.arena.ArenaFigures;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.ProtectionDomain;

/** Tests an arena that all connections of a server share, and an arena that all clients on a host share. */
class SharedArenaTest {
    @AutoClose
    private Hosts hosts;

    private static final int CREDITS = 4;
    private static final int BATCH = 2;
    private static final int QUOTA = 9;

    private final ArrayDeque<RpcCall> held = new ArrayDeque<>();

    /** An arena on a device. The test drops its reference immediately, so that only the arena's users keep it open. */
    private static final class Shared {
        final ProtectionDomain domain;
        final ReceiveArena arena;

        Shared(final SimulatedDevice device, final int maxShards) {
            domain = device.allocateProtectionDomain();
            arena = new ReceiveArena(new ReceiveArena.Context()
                    .mapper(new DmaShardMapper(domain))
                    .memory(device.memory())
                    .maxShards(maxShards));
        }

        void close() {
            assertEquals(0, arena.figures().buffersInUse());
            arena.close();
            domain.close();
        }
    }

    /** A server and clients on one host that use shared arenas. */
    private static final class Hosts implements AutoCloseable {
        final Shared[] shared = new Shared[2];
        final TransportFixture fixture = new TransportFixture();
        final List<RpcRdmaClient> more = new ArrayList<>();
        final List<String> disconnections = new ArrayList<>();

        Hosts(final RpcService service, final int maxShards) {
            fixture.open(
                    service,
                    server -> {
                        shared[0] = new Shared((SimulatedDevice) TransportFixture.device(server), maxShards);
                        return server.sharedArena(shared[0].arena, shared[0].domain)
                                .credits(CREDITS)
                                .receiveBatch(BATCH)
                                .buffersPerConnection(QUOTA);
                    },
                    client -> {
                        shared[1] = new Shared((SimulatedDevice) TransportFixture.device(client), 100);
                        return client.sharedArena(shared[1].arena, shared[1].domain)
                                .credits(CREDITS);
                    });
        }

        Supplier<ArenaFigures> arena() {
            return shared[0].arena.figuresSource();
        }

        void addClients(final int count) {
            for (int i = 0; i < count; i++) {
                final RpcRdmaClient client = new RpcRdmaClient(TransportFixture.remote(fixture.clientDevice)
                        .credits(CREDITS)
                        .sharedArena(shared[1].arena, shared[1].domain)
                        .listener(TransportFixture.listener(fixture::onConnected, disconnections::add)));
                more.add(client);
                client.connect();
            }
            fixture.run();
        }

        List<Outcome> send(final RpcRdmaClient client, final int calls) {
            final List<Outcome> outcomes = TransportFixture.sendAll(client, calls, 64);
            fixture.run();
            return outcomes;
        }

        @Override
        public void close() {
            more.forEach(RpcRdmaClient::close);
            fixture.client.close();
            fixture.server.close();
            for (final Shared each : shared) {
                each.close();
            }
            fixture.close();
        }
    }

    @Test
    void shouldServeManyConnectionsFromOneArena() {
        hosts = new Hosts(TransportFixture::echo, 100);
        hosts.addClients(20);
        assertEquals(20, hosts.fixture.server.connections());
        assertEquals(20 * CREDITS, hosts.arena().get().buffersInUse());
        assertEquals(20 * CREDITS / 16, hosts.arena().get().mappings(), "shards that no connection owns");
        for (final RpcRdmaClient client : hosts.more) {
            hosts.send(client, 30).forEach(outcome -> assertTrue(outcome.isReply(), outcome.failure));
        }
        assertTrue(hosts.arena().get().buffersInUse() <= 20 * (CREDITS + 2 * BATCH));
        for (int i = 0; i < 10; i++) {
            hosts.more.get(i).disconnect();
        }
        hosts.fixture.run();
        assertTrue(hosts.arena().get().buffersInUse() <= 10 * (CREDITS + 2 * BATCH));
        final long mappings = hosts.arena().get().mappings();
        for (int i = 0; i < 10; i++) {
            hosts.more.get(i).connect();
        }
        hosts.fixture.run();
        assertEquals(mappings, hosts.arena().get().mappings());
        assertEquals(0, hosts.fixture.server.connectionMetrics().get(19).mappings(), "the arena had buffers for it");
    }

    @Test
    void shouldGiveAConnectionAtMostItsQuota() {
        hosts = new Hosts(held::add, 100);
        hosts.addClients(1);
        hosts.send(hosts.more.get(0), 1);
        TransportFixture.echo(held.remove());
        final List<Outcome> outcomes = hosts.send(hosts.more.get(0), 3 * CREDITS);
        assertEquals(CREDITS, held.size());
        assertTrue(hosts.arena().get().buffersInUse() <= QUOTA);
        assertTrue(hosts.arena().get().buffersInUse() > CREDITS + BATCH, "what calls keep busy is made up for");
        while (!held.isEmpty()) {
            TransportFixture.echo(held.remove());
            hosts.fixture.run();
            assertTrue(hosts.arena().get().buffersInUse() <= QUOTA);
        }
        outcomes.forEach(outcome -> assertTrue(outcome.isReply(), outcome.failure));
        assertTrue(hosts.arena().get().buffersInUse() <= CREDITS + 2 * BATCH, "superfluous buffers are released");
    }

    @Test
    void shouldRefuseAConnectionThatTheArenaHasNoBuffersFor() {
        hosts = new Hosts(TransportFixture::echo, 1);
        hosts.addClients(5);
        assertEquals(4, hosts.fixture.server.connections());
        assertEquals(1, hosts.fixture.server.figures().connectionsRejected());
        assertEquals(
                List.of("arena is at its limit: maxShards=1 buffers=16 inUse=16 onStacks=0"), hosts.fixture.rejections);
        assertEquals(List.of("rejected: the peer refused: reason=28 data=ENOMEM"), hosts.disconnections);
        for (int i = 0; i < 4; i++) {
            hosts.send(hosts.more.get(i), 20).forEach(outcome -> assertTrue(outcome.isReply(), outcome.failure));
        }
        hosts.more.get(0).disconnect();
        hosts.fixture.run();
        hosts.more.get(4).connect();
        hosts.fixture.run();
        assertTrue(hosts.send(hosts.more.get(4), 1).get(0).isReply());
    }

    @Test
    void shouldReleaseAllBuffersAtWhateverStepAConnectionEnds() {
        int steps = 0;
        for (boolean interrupted = true; interrupted; steps++) {
            try (Hosts hosts = new Hosts(TransportFixture::echo, 100)) {
                hosts.addClients(1);
                final RpcRdmaClient stays = hosts.more.get(0);
                final long before = hosts.arena().get().buffersInUse();
                hosts.fixture.client.connect();
                final List<Outcome> outcomes = new ArrayList<>();
                for (int xid = 0; xid < 6; xid++) {
                    final Outcome outcome = new Outcome();
                    outcomes.add(outcome);
                    hosts.fixture.stage(xid, 64).send(64, outcome);
                }
                int step = 0;
                while (step < steps && hosts.fixture.simulation.step()) {
                    step++;
                }
                interrupted = outcomes.stream().anyMatch(outcome -> outcome.calls == 0);
                hosts.fixture.client.disconnect();
                hosts.fixture.run();
                assertEquals(before, hosts.arena().get().buffersInUse(), "at step " + steps);
                assertEquals(1, hosts.fixture.server.connections());
                assertTrue(hosts.send(stays, 1).get(0).isReply());
            }
        }
        assertTrue(steps > 50, "steps=" + steps);
    }

    @Test
    void shouldKeepTheArenaThatItsMakerHasClosed() {
        hosts = new Hosts(TransportFixture::echo, 100);
        hosts.addClients(2);
        final ReceiveArena arena = hosts.shared[0].arena;
        arena.retain();
        arena.close();
        arena.close();
        assertTrue(hosts.send(hosts.more.get(0), 3).get(2).isReply());
        hosts.more.forEach(RpcRdmaClient::close);
        hosts.fixture.client.close();
        hosts.fixture.server.close();
        assertEquals(0, hosts.fixture.serverDevice.resources().dmaMappings(), "the server had the last reference");
        assertThrows(IllegalStateException.class, arena::acquire);
    }

    @Test
    void shouldRefuseAnArenaThatDoesNotFit() {
        final TransportFixture fixture = new TransportFixture().open(TransportFixture::echo);
        final Shared shared = new Shared(fixture.serverDevice, 1);
        final RpcRdmaServer.Context server =
                TransportFixture.serverOn(fixture.serverDevice).service(TransportFixture::echo);
        assertThrows(
                IllegalArgumentException.class,
                () -> server.sharedArena(shared.arena, null).conclude());
        assertThrows(
                IllegalArgumentException.class,
                () -> server.sharedArena(null, shared.domain).conclude());
        assertThrows(
                IllegalArgumentException.class,
                () -> server.sharedArena(shared.arena, shared.domain)
                        .bufferSize(8192)
                        .conclude());
        shared.close();
        fixture.close();
    }
}
