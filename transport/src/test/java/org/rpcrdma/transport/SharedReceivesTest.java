// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.transport.TransportFixture.pattern;
import static org.rpcrdma.transport.TransportFixture.remote;
import static org.rpcrdma.transport.TransportFixture.sendAll;
import static org.rpcrdma.transport.TransportFixture.serverOn;
import static org.rpcrdma.verbs.DeviceCapability.SHARED_RECEIVE_QUEUE;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.config.DeviceConfiguration;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.receive.SharedReceives;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.transport.server.ServerConnectionMetrics;
import org.rpcrdma.verbs.Errno;

/** Tests a server whose connections share one queue of Receives. */
class SharedReceivesTest extends TransportTest {
    @AutoClose
    private Hosts hosts;

    private static final int CREDITS = 4;
    private static final int BATCH = 2;
    private static final int BUFFERS = 8;
    private static final int LENGTH = 200;

    private final ArrayDeque<RpcCall> held = new ArrayDeque<>();
    private boolean holding;

    /**
     * A server, and clients on one host that have been granted all of their credits. The devices can be closed only if
     * everything has been released.
     */
    private static final class Hosts implements AutoCloseable {
        final TransportFixture fixture = new TransportFixture();
        final List<RpcRdmaClient> more = new ArrayList<>();
        private KillableDevice killable;

        Hosts(final RpcService service, final int clients, final int credits) {
            fixture.open(
                    service,
                    server -> {
                        killable = new KillableDevice((SimulatedDevice) TransportFixture.device(server));
                        return server.device(killable.breakable)
                                .sharedReceives(BUFFERS)
                                .credits(credits)
                                .receiveBatch(BATCH);
                    },
                    client -> client.credits(credits));
            for (int i = 0; i < clients; i++) {
                more.add(newClient(credits));
                more.get(i).connect();
            }
            fixture.run();
            more.forEach(client -> send(client, 1));
            fixture.run();
        }

        private RpcRdmaClient newClient(final int credits) {
            return new RpcRdmaClient(
                    remote(fixture.clientDevice).credits(credits).listener(fixture));
        }

        /** Sends calls without processing any events. */
        List<Outcome> send(final RpcRdmaClient client, final int calls) {
            return sendAll(client, calls, LENGTH);
        }

        long buffersInUse() {
            return fixture.server.connectionMetrics().get(0).arena().get().buffersInUse();
        }

        @Override
        public void close() {
            more.forEach(RpcRdmaClient::close);
            fixture.close();
        }
    }

    private void serve(final RpcCall call) {
        if (holding) {
            held.add(call);
        } else {
            TransportFixture.echo(call);
        }
    }

    private static void assertEchoed(final List<Outcome> outcomes) {
        for (int xid = 0; xid < outcomes.size(); xid++) {
            final Outcome outcome = outcomes.get(xid);
            assertTrue(outcome.isReply(), outcome.failure);
            final byte[] sent = new byte[LENGTH];
            for (int i = 0; i < LENGTH; i++) {
                sent[i] = i < 4 ? (byte) (xid >>> 24 - 8 * i) : pattern(xid, i);
            }
            assertArrayEquals(sent, outcome.message);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 16})
    void shouldEchoOnManyConnectionsWithTheSameFewBuffers(final int connections) {
        hosts = new Hosts(TransportFixture::echo, connections, CREDITS);
        final List<List<Outcome>> all = new ArrayList<>();
        hosts.more.forEach(client -> all.add(hosts.send(client, 5 * BUFFERS)));
        hosts.fixture.run();
        all.forEach(SharedReceivesTest::assertEchoed);
        assertEquals(BUFFERS, hosts.buffersInUse(), "however many connections, and messages");
        for (final ServerConnectionMetrics each : hosts.fixture.server.connectionMetrics()) {
            assertEquals(1 + 5 * BUFFERS, each.receivesPosted(), "it took one a message");
        }
    }

    @Test
    void shouldKeepClientsWaitingThatFindNoReceive() {
        hosts = new Hosts(this::serve, 4, CREDITS);
        holding = true;
        final List<List<Outcome>> all = new ArrayList<>();
        hosts.more.forEach(client -> all.add(hosts.send(client, CREDITS)));
        hosts.fixture.simulation.runUntil(hosts.fixture.simulation.nanoTime() + 20_000_000);
        assertEquals(BUFFERS, held.size(), "calls of 4 connections with 16 credits");
        while (!held.isEmpty()) {
            TransportFixture.echo(held.remove());
            hosts.fixture.simulation.runUntil(hosts.fixture.simulation.nanoTime() + 5_000_000);
        }
        all.forEach(SharedReceivesTest::assertEchoed);
        assertEquals(4, hosts.fixture.server.connections(), "none ended for want of a Receive");
    }

    @Test
    void shouldReleaseExactlyAConnectionsReceivesAtWhateverStepItEnds() {
        int steps = 0;
        for (boolean interrupted = true; interrupted; steps += 3) {
            held.clear();
            holding = false;
            try (Hosts hosts = new Hosts(this::serve, 2, BUFFERS)) {
                final RpcRdmaClient ends = hosts.more.get(0);
                final List<Outcome> outcomes = hosts.send(ends, BUFFERS + 2);
                for (int step = 0; step < steps && hosts.fixture.simulation.step(); ) {
                    step++;
                }
                interrupted = outcomes.stream().anyMatch(outcome -> outcome.calls == 0);
                assertTrue(hosts.killable.killOne(working -> 0));
                hosts.fixture.run();
                assertEquals(1, hosts.fixture.server.connections(), "at step " + steps);
                assertEquals(BUFFERS, hosts.buffersInUse());
                holding = true;
                final List<Outcome> after = hosts.send(hosts.more.get(1), BUFFERS);
                hosts.fixture.simulation.runUntil(hosts.fixture.simulation.nanoTime() + 20_000_000);
                assertEquals(BUFFERS, held.size(), "each buffer is posted again: at step " + steps);
                while (!held.isEmpty()) {
                    TransportFixture.echo(held.remove());
                }
                hosts.fixture.run();
                assertEchoed(after);
            }
        }
        assertTrue(steps > 50, "steps=" + steps);
    }

    @Test
    void shouldReleaseTheReceivesOfCallsWhenTheirConnectionEnds() {
        hosts = new Hosts(this::serve, 2, BUFFERS);
        holding = true;
        hosts.send(hosts.more.get(0), BUFFERS);
        hosts.fixture.run();
        assertEquals(BUFFERS, held.size());
        hosts.more.get(0).disconnect();
        final List<Outcome> waiting = hosts.send(hosts.more.get(1), 1);
        hosts.fixture.simulation.runUntil(hosts.fixture.simulation.nanoTime() + 5_000_000);
        assertEquals(0, waiting.get(0).calls);
        assertEquals(BUFFERS, held.size());
        for (int i = 0; i < BUFFERS; i++) {
            TransportFixture.echo(held.remove());
        }
        hosts.fixture.simulation.runUntil(hosts.fixture.simulation.nanoTime() + 5_000_000);
        TransportFixture.echo(held.remove());
        hosts.fixture.run();
        assertEchoed(waiting);
        assertEquals(1, hosts.fixture.server.connections());
    }

    /** Like Linux's soft-RoCE, the device does not report that a queue pair has consumed its last Receive. */
    @Test
    void shouldCloseConnectionsOfADeviceThatNeverReportsTheLastReceive() {
        final LosableDevice mute = new LosableDevice();
        mute.isMute = true;
        fixture.open(
                TransportFixture::echo,
                server -> server.device(mute.over(TransportFixture.device(server)))
                        .sharedReceives(BUFFERS),
                client -> client.credits(CREDITS));
        fixture.connect();
        fixture.client.disconnect();
        fixture.run(SharedReceives.LAST_RECEIVE_NANOS / 2);
        assertEquals(1, fixture.server.connections(), "there may be messages still");
        fixture.run();
        assertEquals(0, fixture.server.connections());
        assertEquals("disconnected", fixture.ended.get(0).closeReason());
    }

    @Test
    void shouldCloseWhileCallsAreHeld() {
        hosts = new Hosts(this::serve, 3, CREDITS);
        holding = true;
        hosts.more.forEach(client -> hosts.send(client, CREDITS));
        hosts.fixture.simulation.runUntil(hosts.fixture.simulation.nanoTime() + 1_000_000);
        hosts.fixture.server.close();
        assertEquals(0, hosts.fixture.serverDevice.resources().dmaMappings());
    }

    @Test
    void shouldRefuseADeviceWithoutSharedReceiveQueues() {
        final Fabric fabric = new Fabric(new Simulation(1), CostModel.defaults());
        final SimulatedDevice device = fabric.attach(
                "sim0", TransportFixture.SERVER_IP, DeviceConfiguration.DEFAULT.without(SHARED_RECEIVE_QUEUE));
        final RpcRdmaServer.Context context =
                serverOn(device).service(TransportFixture::echo).sharedReceives(BUFFERS);
        assertErrno(Errno.EOPNOTSUPP, () -> new RpcRdmaServer(context));
        device.close();
    }

    @Test
    void shouldRefuseWhatDoesNotGoTogether() {
        final Fabric fabric = new Fabric(new Simulation(1), CostModel.defaults());
        final SimulatedDevice device = fabric.attach("sim0", TransportFixture.SERVER_IP);
        final RpcRdmaServer.Context context = serverOn(device).service(TransportFixture::echo);
        assertThrows(
                IllegalArgumentException.class, () -> context.sharedReceives(-1).conclude());
        assertThrows(
                IllegalArgumentException.class,
                () -> context.sharedReceives(1).reverseDirection(true).conclude());
        device.close();
    }
}
