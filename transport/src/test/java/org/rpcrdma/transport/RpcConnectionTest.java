// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.agrona.LangUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.rpcrdma.transport.program.EchoProtocol;

/** Tests that a service can identify its callers, and is notified when they connect and disconnect. */
class RpcConnectionTest extends TransportTest implements RpcService {
    private final List<String> events = new ArrayList<>();
    private final List<RpcConnection> connections = new ArrayList<>();
    private final List<RpcCall> held = new ArrayList<>();
    private RpcService next = TransportFixture::echo;

    @Override
    public void onCall(final RpcCall call) {
        connections.add(call.connection());
        next.onCall(call);
    }

    @Override
    public void onConnect(final RpcConnection connection) {
        events.add("connect " + connection.id());
        connections.add(connection);
    }

    @Override
    public void onDisconnect(final RpcConnection connection, final String reason) {
        events.add("disconnect " + connection.id() + " " + reason);
    }

    private void call(final int xid) {
        fixture.send(fixture.stage(xid, 40), 40, 0).answered();
    }

    private void disconnect() {
        fixture.disconnect();
    }

    @Test
    void shouldShowEachCallItsConnectionWithBothAddresses() {
        fixture.connect(this);
        call(1);
        call(2);
        final RpcConnection connection = connections.get(0);
        assertEquals(3, connections.size());
        assertTrue(connections.stream().allMatch(other -> other == connection));
        assertEquals(1, connection.id());
        assertEquals("10.98.0.3", connection.remote().getAddress().getHostAddress());
        assertEquals(fixture.metrics().remote(), connection.remote());
        assertEquals("10.98.0.2", connection.local().getAddress().getHostAddress());
        assertEquals(TransportFixture.PORT, connection.local().getPort());
        assertEquals(connection.id(), fixture.metrics().id());
        assertEquals("connection=1 remote=" + connection.remote(), connection.toString());
    }

    @Test
    void shouldNotifyTheServiceWhenAConnectionBeginsAndEnds() {
        fixture.connect(this);
        assertEquals(List.of("connect 1"), events);
        assertTrue(connections.get(0).isOpen());
        disconnect();
        assertEquals(List.of("connect 1", "disconnect 1 disconnected"), events);
        assertFalse(connections.get(0).isOpen());
        fixture.close();
        assertEquals(2, events.size());
    }

    @Test
    void shouldNotifyTheServiceOfTheEndWhenTheServerCloses() {
        fixture.connect(this);
        fixture.server.close();
        assertEquals(List.of("connect 1", "disconnect 1 the server was closed"), events);
    }

    @Test
    void shouldKeepIdentityAndAttachmentBeyondTheConnection() {
        fixture.connect(this);
        final RpcConnection first = connections.get(0);
        assertNull(first.attachment());
        first.attach("session 7");
        call(1);
        assertEquals("session 7", connections.get(1).attachment());
        disconnect();
        fixture.client.connect();
        fixture.run();
        call(2);
        final RpcConnection second = connections.get(connections.size() - 1);
        assertEquals(2, second.id());
        assertNull(second.attachment());
        assertEquals("session 7", first.attachment());
        assertEquals(1, first.id());
    }

    @Test
    void shouldReportTheEndWhileTheServiceStillHasCalls() {
        next = call -> {
            call.defer();
            held.add(call);
        };
        fixture.connect(this);
        fixture.stage(1, 40).send(40, new Outcome());
        fixture.run();
        disconnect();
        assertEquals(2, events.size());
        assertEquals(1, fixture.server.connections(), "its call keeps it");
        assertSame(connections.get(0), held.get(0).connection());
        held.get(0).drop();
        fixture.run();
        assertEquals(0, fixture.server.connections());
    }

    @Test
    void shouldLetTheServiceDropItsCallsWhenTheConnectionEnds() {
        next = held::add;
        final RpcService dropping = new RpcService() {
            @Override
            public void onCall(final RpcCall call) {
                RpcConnectionTest.this.onCall(call);
            }

            @Override
            public void onDisconnect(final RpcConnection connection, final String reason) {
                held.forEach(RpcCall::drop);
            }
        };
        fixture.connect(dropping);
        fixture.stage(1, 40).send(40, new Outcome());
        fixture.run();
        disconnect();
        assertEquals(0, fixture.server.connections());
    }

    @Test
    void shouldReportWhatTheServiceThrowsAtBeginOrEndAndContinue() {
        final List<String> reported = new ArrayList<>();
        final RuntimeException failure = new IllegalStateException("no state");
        fixture.connect(failing(failure), server -> server.serviceFailure(recording(reported)));
        assertEquals(List.of("1 no state"), reported);
        call(1);
        disconnect();
        assertEquals(List.of("1 no state", "1 no state"), reported);
        assertEquals(0, fixture.server.connections());
    }

    @Test
    void shouldLetErrorsAtTheBeginOutOfTheLoopAndContinue() {
        final List<String> reported = new ArrayList<>();
        final Error error = new AssertionError("a bug");
        fixture.open(failing(error), server -> server.serviceFailure(recording(reported)));
        fixture.client.connect();
        assertSame(error, assertThrows(Error.class, fixture::run));
        fixture.run();
        assertEquals(1, fixture.connected);
        call(1);
        fixture.client.disconnect();
        assertSame(error, assertThrows(Error.class, fixture::run));
        fixture.run();
        assertEquals(List.of("1 a bug", "1 a bug"), reported);
        assertEquals(0, fixture.server.connections());
    }

    @Test
    void shouldContinueWhenTheFailureListenerThrows() {
        final ServiceFailureListener listener = new ServiceFailureListener() {
            @Override
            public void onServiceFailure(final RpcConnection connection, final int xid, final Throwable failure) {
                throw new AssertionError("no call fails");
            }

            @Override
            public void onConnectionFailure(final RpcConnection connection, final Throwable failure) {
                throw new IllegalArgumentException("listener");
            }
        };
        fixture.open(failing(new IllegalStateException()), server -> server.serviceFailure(listener));
        fixture.client.connect();
        assertThrows(IllegalArgumentException.class, fixture::run);
        fixture.run();
        call(1);
        fixture.client.disconnect();
        assertThrows(IllegalArgumentException.class, fixture::run);
        fixture.run();
        assertEquals(0, fixture.server.connections());
    }

    private static RpcService failing(final Throwable failure) {
        return new RpcService() {
            @Override
            public void onCall(final RpcCall call) {
                TransportFixture.echo(call);
            }

            @Override
            public void onConnect(final RpcConnection connection) {
                LangUtil.rethrowUnchecked(failure);
            }

            @Override
            public void onDisconnect(final RpcConnection connection, final String reason) {
                LangUtil.rethrowUnchecked(failure);
            }
        };
    }

    private static ServiceFailureListener recording(final List<String> reported) {
        return new ServiceFailureListener() {
            @Override
            public void onServiceFailure(final RpcConnection connection, final int xid, final Throwable failure) {
                throw new AssertionError("no call fails");
            }

            @Override
            public void onConnectionFailure(final RpcConnection connection, final Throwable failure) {
                reported.add(connection.id() + " " + failure.getMessage());
            }
        };
    }

    @Test
    void shouldShowAReverseServiceItsConnection() {
        final RpcConnectionTest reverse = new RpcConnectionTest();
        reverse.next = call -> {
            throw new IllegalStateException("answered by SYSTEM_ERR");
        };
        final List<ReverseChannel> channels = new ArrayList<>();
        next = call -> {
            channels.add(call.reverseChannel());
            TransportFixture.echo(call);
        };
        fixture.connect(
                this,
                server -> server.reverseDirection(true),
                client -> client.reverseService(reverse).serviceFailure((connection, xid, failure) -> {}));
        call(1);
        final UnsafeBuffer message = new UnsafeBuffer(new byte[EchoProtocol.DATA]);
        channels.get(0).call(message, 0, EchoProtocol.writeNull(message, 4), new Outcome());
        fixture.run();
        assertEquals(List.of("connect 1"), reverse.events);
        assertSame(reverse.connections.get(0), reverse.connections.get(1));
        final RpcConnection connection = reverse.connections.get(0);
        assertEquals(TransportFixture.PORT, connection.remote().getPort());
        assertEquals("10.98.0.3", connection.local().getAddress().getHostAddress());
        assertEquals(connections.get(0).remote(), connection.local());
        disconnect();
        assertEquals(List.of("connect 1", "disconnect 1 the client disconnected"), reverse.events);
    }
}
