// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.rpcrdma.arena.VisibleArena;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.transport.client.AsyncRpcRdmaClient;
import org.rpcrdma.transport.client.ClientFigures;
import org.rpcrdma.transport.client.RpcRdmaClient;
import org.rpcrdma.transport.client.VisibleClient;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.transport.server.ServerFigures;
import org.rpcrdma.transport.server.VisibleServer;

/** Tests servers, clients and arenas as JMX clients see them. */
@Timeout(60)
class VisibleEndpointsTest extends TransportTest {
    private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

    private static long attribute(final ObjectName bean, final String name) throws JMException {
        return ((Number) BEANS.getAttribute(bean, name)).longValue();
    }

    @Test
    void shouldShowServerAndClientOnAnyThreadWhileTheirLoopRuns() throws JMException {
        final Fabric fabric = new Fabric(new Simulation(1), CostModel.defaults());
        final SimulatedDevice serverDevice = fabric.attach("sim0", TransportFixture.SERVER_IP);
        final SimulatedDevice clientDevice = fabric.attach("sim1", "10.98.0.3");
        try (EventLoopRunner runner = EventLoopRunner.start("loop", clientDevice.newEventLoop())) {
            final RpcRdmaServer server = runner.call(() -> new RpcRdmaServer(TransportFixture.serverOn(serverDevice)
                    .serviceFailure((connection, xid, failure) -> {})
                    .service(call -> {
                        if (call.messageLength() == 50) {
                            throw new IllegalStateException("boom");
                        }
                        TransportFixture.echo(call);
                    })));
            try (AsyncRpcRdmaClient client = new AsyncRpcRdmaClient(
                    new RpcRdmaClient.Context()
                            .device(clientDevice)
                            .remote(new InetSocketAddress(TransportFixture.SERVER_IP, TransportFixture.PORT))
                            .callTimes(true)
                            .callTimeout(0),
                    runner)) {
                final VisibleServer visibleServer = VisibleServer.open("nfs", runner.call(server::newFigures));
                final VisibleClient visibleClient = VisibleClient.open("nfs", runner.call(client.client()::newFigures));
                client.connect().join();
                for (int i = 0; i < 10; i++) {
                    client.call(new byte[40]).join();
                }
                assertThrows(RuntimeException.class, client.call(new byte[50])::join);
                final ObjectName ofServer = VisibleServer.objectName("nfs");
                assertEquals(1, attribute(ofServer, "Connections"));
                assertEquals(1, attribute(ofServer, "ConnectionsAccepted"));
                assertEquals(11, attribute(ofServer, "MessagesReceived"));
                assertEquals(10, attribute(ofServer, "RepliesSent"));
                assertEquals(1, attribute(ofServer, "ErrorsSent"));
                assertEquals(1, attribute(ofServer, "ServiceFailures"));
                assertEquals(128, attribute(ofServer, "Credits"));
                final ObjectName ofClient = VisibleClient.objectName("nfs");
                assertEquals(1, attribute(ofClient, "ConnectionsEstablished"));
                assertEquals(128, attribute(ofClient, "CreditsGranted"));
                assertEquals(10, attribute(ofClient, "CallsAnswered"));
                assertEquals(1, attribute(ofClient, "CallsFailed"));
                assertEquals(0, attribute(ofClient, "Retransmissions"));
                assertTrue(BEANS.getAttribute(ofServer, "Service") instanceof TabularData);
                assertEquals(0, ((TabularData) BEANS.getAttribute(ofServer, "Service")).size(), "not measured");
                final TabularData roundTrip = (TabularData) BEANS.getAttribute(ofClient, "RoundTrip");
                assertEquals(10L, roundTrip.get(new Object[] {"count"}).get("value"));
                assertTrue(BEANS.getMBeanInfo(ofServer).getAttributes().length >= 13);
                visibleServer.close();
                visibleClient.close();
            }
            assertFalse(BEANS.isRegistered(VisibleServer.objectName("nfs")));
            assertFalse(BEANS.isRegistered(VisibleClient.objectName("nfs")));
            runner.call(server::close);
            assertEquals(11, runner.call(server::figures).messagesReceived(), "ended connections count");
            runner.call(() -> {
                clientDevice.close();
                serverDevice.close();
            });
        }
    }

    @Test
    void shouldReadTheLastFiguresIfTheLoopDoesNotRun() throws InterruptedException {
        fixture.connect(TransportFixture::echo);
        final LoopReading<ServerFigures> figures = fixture.server.newFigures();
        fixture.sendAll(3);
        fixture.run();
        final long[] seen = new long[1];
        final Thread reader = new Thread(() -> seen[0] = figures.get().messagesReceived());
        reader.start();
        reader.join();
        assertEquals(0, seen[0]);
        assertEquals(3, figures.get().messagesReceived(), "the loop's own thread reads immediately");
    }

    @Test
    void shouldReadAnEndpointThatIsClosedAndWhoseDeviceIs() throws InterruptedException {
        fixture.connect(TransportFixture::echo);
        final LoopReading<ServerFigures> server = fixture.server.newFigures();
        final LoopReading<ClientFigures> client = fixture.client.newFigures();
        fixture.sendAll(3);
        fixture.run();
        fixture.close();
        assertEquals(3, server.get().messagesReceived());
        assertEquals(0, server.get().connections());
        assertEquals(3, client.get().callsAnswered());
        final long[] seen = new long[2];
        final Thread reader = new Thread(() -> {
            seen[0] = server.get().messagesReceived();
            seen[1] = server.get().messagesReceived();
        });
        reader.start();
        reader.join();
        assertEquals(3, seen[0]);
        assertEquals(3, seen[1]);
    }

    @Test
    void shouldShowAnArena() throws JMException {
        fixture.connect(TransportFixture::echo);
        final VisibleArena visible =
                VisibleArena.open("server/1", fixture.metrics().arena());
        final ObjectName bean = VisibleArena.objectName("server/1");
        assertEquals(fixture.metrics().arena().get().shards(), attribute(bean, "Shards"));
        assertEquals(fixture.metrics().arena().get().buffersInUse(), attribute(bean, "BuffersInUse"));
        assertTrue(attribute(bean, "MappedBytes") > 0);
        assertMessage(
                IllegalStateException.class,
                "name is already in use: type=Arena name=server/1",
                () -> VisibleArena.open("server/1", fixture.metrics().arena()));
        visible.close();
        visible.close();
        assertFalse(BEANS.isRegistered(bean));
    }

    @Test
    void shouldRefuseNamesThatJmxWouldTakeApart() {
        for (final String name : List.of("", "a,b", "a=b", "*", "-a")) {
            assertMessage(
                    IllegalArgumentException.class,
                    "name must be 1 to 63 letters, digits and . _ / -: name=" + name,
                    () -> VisibleServer.open(name, () -> null));
        }
        assertThrows(IllegalArgumentException.class, () -> VisibleServer.open("a", null));
        assertThrows(IllegalArgumentException.class, () -> VisibleClient.open(null, () -> null));
    }
}
