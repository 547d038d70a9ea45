// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetSocketAddress;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.ProtectionDomain;
import org.rpcrdma.verbs.VerbsException;

/**
 * Causes each device call in the constructors of servers, clients and arenas to fail. Each failure results in one clear
 * error, and no resources are leaked.
 */
class ConstructorFaultTest {
    private static final int BUFFER = 4096;

    /** A device on which every call can be made to fail. */
    private static final class Host implements AutoCloseable {
        final SimulatedDevice simulated =
                new Fabric(new Simulation(1), CostModel.defaults()).attach("sim0", "10.98.0.1");
        final FaultyVerbs verbs = new FaultyVerbs();
        final Device device = verbs.wrap(Device.class, simulated);
        final EventLoop loop = verbs.wrap(EventLoop.class, simulated.newEventLoop());

        Host() {
            verbs.allFallible = true;
        }

        @Override
        public void close() {
            verbs.failNoMore();
            simulated.close();
        }
    }

    private static void sweep(final Function<Host, AutoCloseable> maker) throws Exception {
        boolean failed = true;
        int n = 0;
        for (; failed; n++) {
            try (Host host = new Host()) {
                host.verbs.failAt(n);
                failed = fails(host, maker);
                host.verbs.failNoMore();
                assertTrue(host.simulated.resources().isEmpty(), "n=" + n + " " + host.simulated.resources());
                maker.apply(host).close();
            }
        }
        assertTrue(n > 5, "calls=" + n);
    }

    private static boolean fails(final Host host, final Function<Host, AutoCloseable> maker) throws Exception {
        final AutoCloseable made;
        try {
            made = maker.apply(host);
        } catch (final VerbsException e) {
            assertEquals(Errno.ENOMEM, e.errno());
            assertTrue(e.getMessage().contains("fault: "), e.getMessage());
            assertEquals(0, e.getSuppressed().length);
            assertTrue(host.verbs.hasFailed(), e.toString());
            return true;
        }
        assertFalse(host.verbs.hasFailed(), "a fault went unnoticed");
        host.verbs.failNoMore();
        made.close();
        return false;
    }

    private static RpcRdmaServer server(final Host host, final MappingWay way) {
        return new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(host.device)
                .eventLoop(host.loop)
                .mapper(domain -> way.mapper(domain, host.loop, BUFFER))
                .reverseDirection(true)
                .service(TransportFixture::echo));
    }

    private RpcRdmaClient client(final Host host, final MappingWay way) {
        return new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(host.device)
                .eventLoop(host.loop)
                .mapper(domain -> way.mapper(domain, host.loop, BUFFER))
                .remote(new InetSocketAddress("10.98.0.2", TransportFixture.PORT))
                .reverseService(TransportFixture::echo)
                .listener(TransportFixture.listener(() -> {}, reason -> {})));
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveNothingIfAServerCannotBeMade(final MappingWay way) throws Exception {
        sweep(host -> server(host, way));
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveNothingIfAClientCannotBeMade(final MappingWay way) throws Exception {
        sweep(host -> client(host, way));
    }

    @Test
    void shouldCallNoDeviceToCreateAnArena() {
        try (Host host = new Host()) {
            final ProtectionDomain domain = host.device.allocateProtectionDomain();
            final ReceiveArena.Context context = arena(host, domain);
            host.verbs.failAt(0);
            new ReceiveArena(context).close();
            assertFalse(host.verbs.hasFailed());
            host.verbs.failNoMore();
            domain.close();
        }
    }

    private static ReceiveArena.Context arena(final Host host, final ProtectionDomain domain) {
        return new ReceiveArena.Context()
                .memory(host.simulated.memory())
                .mapper(new DmaShardMapper(domain))
                .bufferSize(BUFFER);
    }

    @Test
    void shouldNotReferToASharedArenaIfAServerCannotBeMade() {
        boolean failed = true;
        int n = 0;
        for (; failed; n++) {
            try (Host host = new Host()) {
                final ProtectionDomain domain = host.device.allocateProtectionDomain();
                final ReceiveArena arena = new ReceiveArena(arena(host, domain));
                arena.release(arena.acquire());
                host.verbs.failAt(n);
                failed = failsWith(host, arena, domain);
                host.verbs.failNoMore();
                arena.close();
                domain.close();
                assertTrue(host.simulated.resources().isEmpty(), "n=" + n + " " + host.simulated.resources());
            }
        }
        assertTrue(n > 5, "calls=" + n);
    }

    private static boolean failsWith(final Host host, final ReceiveArena arena, final ProtectionDomain domain) {
        try {
            final RpcRdmaServer server = new RpcRdmaServer(new RpcRdmaServer.Context()
                    .device(host.device)
                    .eventLoop(host.loop)
                    .sharedArena(arena, domain)
                    .service(TransportFixture::echo));
            host.verbs.failNoMore();
            server.close();
            return false;
        } catch (final VerbsException e) {
            return true;
        }
    }
}
