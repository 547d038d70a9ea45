// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.transport.TransportFixture.PORT;
import static org.rpcrdma.transport.TransportFixture.SERVER_IP;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.arena.mapper.FastRegisteredShardMapper;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Timer;

/**
 * Tests a host with four processors, each of which runs a server with fast-registered Receive buffers. A service thread
 * answers the calls of all servers with a delay, in round-robin order. It also answers calls while servers are waiting
 * for the registrations of other connections.
 */
class OtherProcessorsTest {
    private static final int PROCESSORS = 4;
    private static final int CLIENTS = 12;
    private static final int CALLS = 40;
    private static final int LENGTH = 1000;
    private static final long THINKING_NANOS = 3_000;

    private final Simulation simulation = new Simulation(1);
    private final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    private final SimulatedDevice host = fabric.attach("server", SERVER_IP);
    private final SimulatedDevice peer = fabric.attach("client", "10.98.0.3");
    private final List<RpcRdmaServer> servers = new ArrayList<>();
    private final List<ServiceThread> threads = new ArrayList<>();
    private final List<RpcRdmaClient> clients = new ArrayList<>();
    private final Map<RpcRdmaClient, List<Outcome>> outcomes = new HashMap<>();
    private int turn;
    private boolean isPaused;

    /** Answers one call after another on a separate processor. */
    private final class ServiceThread {
        private final ArrayDeque<RpcCall> calls = new ArrayDeque<>();
        private final Timer timer;

        ServiceThread(final EventLoop loop) {
            timer = loop.newTimer(this::answer);
        }

        void take(final RpcCall call) {
            calls.add(call);
            goOn();
        }

        void goOn() {
            if (!isPaused && !calls.isEmpty() && !timer.isArmed()) {
                timer.arm(THINKING_NANOS);
            }
        }

        private void answer() {
            TransportFixture.echo(calls.remove());
            goOn();
        }
    }

    @BeforeEach
    void start() {
        for (int i = 0; i < PROCESSORS; i++) {
            final EventLoop loop = host.newEventLoop();
            servers.add(new RpcRdmaServer(new RpcRdmaServer.Context()
                    .device(host)
                    .eventLoop(loop)
                    .port(PORT + i)
                    .credits(32)
                    .mapper(domain -> new FastRegisteredShardMapper(domain, loop))
                    .service(call -> threads.get(turn++ % PROCESSORS).take(call))));
            threads.add(new ServiceThread(host.newEventLoop()));
        }
    }

    /** Connects another client, which immediately sends a call. */
    private RpcRdmaClient connect() {
        final RpcRdmaClient client = new RpcRdmaClient(new RpcRdmaClient.Context()
                .device(peer)
                .eventLoop(peer.newEventLoop())
                .remote(new InetSocketAddress(SERVER_IP, PORT + clients.size() % PROCESSORS))
                .tries(1)
                .callTimeout(0)
                .listener(TransportFixture.listener(
                        () -> assertTrue(clients.size() <= CLIENTS),
                        reason -> assertTrue(clients.size() <= CLIENTS, reason))));
        clients.add(client);
        client.connect();
        outcomes.put(client, TransportFixture.sendAll(client, CALLS, LENGTH));
        return client;
    }

    private static void assertEchoed(final List<Outcome> sent) {
        for (int xid = 0; xid < sent.size(); xid++) {
            final Outcome outcome = sent.get(xid);
            assertTrue(outcome.isReply(), outcome.failure);
            assertEquals(LENGTH, outcome.message.length);
            for (int i = 4; i < LENGTH; i++) {
                assertEquals(TransportFixture.pattern(xid, i), outcome.message[i], "xid=" + xid + " byte=" + i);
            }
        }
    }

    /** Clients connect while calls from earlier clients are in progress. */
    @ParameterizedTest
    @ValueSource(longs = {0, 10_000, 100_000, 1_000_000})
    void shouldAnswerEveryCallWithItsBytes(final long interval) {
        for (int i = 0; i < CLIENTS; i++) {
            connect();
            simulation.runUntil(simulation.nanoTime() + interval);
        }
        simulation.run();
        outcomes.values().forEach(OtherProcessorsTest::assertEchoed);
    }

    /** The server, rather than the service thread, closes a connection whose calls the thread holds. */
    @Test
    void shouldCloseConnectionsWhoseCallsOthersHave() {
        isPaused = true;
        final List<RpcRdmaClient> ending = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            final RpcRdmaClient client = connect();
            if (i % 3 == 0) {
                ending.add(client);
            }
        }
        simulation.run();
        ending.forEach(RpcRdmaClient::disconnect);
        simulation.run();
        assertEquals(
                CLIENTS, servers.stream().mapToInt(RpcRdmaServer::connections).sum());
        isPaused = false;
        threads.forEach(ServiceThread::goOn);
        simulation.run();
        assertEquals(
                CLIENTS - ending.size(),
                servers.stream().mapToInt(RpcRdmaServer::connections).sum());
        outcomes.keySet().removeAll(ending);
        outcomes.values().forEach(OtherProcessorsTest::assertEchoed);
    }

    @AfterEach
    void close() {
        clients.forEach(RpcRdmaClient::close);
        servers.forEach(RpcRdmaServer::close);
        simulation.run();
        host.close();
        peer.close();
    }
}
