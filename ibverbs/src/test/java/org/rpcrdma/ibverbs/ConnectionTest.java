// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairState;

/** Tests connections step by step, and checks which events of the contract result from librdmacm's events. */
class ConnectionTest extends DriverTest implements ConnectionHandler {
    private static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[] {1, 2, 3}, 4, 6, 7);
    private static final InetSocketAddress SERVER = new InetSocketAddress("10.98.0.2", 20049);

    private final FakeConnections connections = new FakeConnections(fake);
    private final List<String> told = new ArrayList<>();

    @BeforeEach
    @Override
    void open() {
        fake.on("ibv_create_qp", (domain, attributes, c, d, e, f) -> {
            final long created = fake.object();
            Native.setInt(created + 52, 0x4711);
            return created;
        });
        super.open();
        queuePair = device.connections().createQueuePair(domain, new QueuePairAttributes(queue, queue, 8, 8, 1));
        assertEquals(List.of(QueuePairState.INIT), connections.states);
        connections.states.clear();
        connections.readsTaken.clear();
        connections.takeCalls();
    }

    @Override
    public void onEstablished(final Connection connection, final byte[] privateData) {
        told.add("established " + privateData.length);
    }

    @Override
    public void onRejected(final Connection connection, final String reason) {
        told.add("rejected " + reason);
    }

    @Override
    public void onDisconnected(final Connection connection) {
        told.add("disconnected");
    }

    private Connection connect() {
        return device.connections().connect(SERVER, queuePair, PARAMETERS, loop, this);
    }

    private List<String> raise(final int type, final int status, final byte... privateData) {
        connections.raise(type, status, privateData);
        loop.runOnce(0);
        return connections.takeCalls();
    }

    @Test
    void shouldConnectStepByStep() {
        connect();
        assertEquals(List.of("rdma_create_id", "rdma_resolve_addr"), connections.takeCalls());
        assertEquals(List.of("rdma_resolve_route"), raise(FakeConnections.ADDR_RESOLVED, 0));
        assertEquals(List.of("rdma_connect"), raise(FakeConnections.ROUTE_RESOLVED, 0));
        assertArrayEquals(new byte[] {1, 2, 3}, connections.sent);
        assertArrayEquals(
                new byte[] {3, 4, 4, 1, 6, 7, 0, 0, 0x11, 0x47, 0, 0},
                Arrays.copyOfRange(connections.parameters, 8, 20));
        assertEquals(List.of(), told);
        assertEquals(List.of("rdma_establish"), raise(FakeConnections.CONNECT_RESPONSE, 0, (byte) 9, (byte) 9));
        assertEquals(List.of(QueuePairState.INIT, QueuePairState.RTR, QueuePairState.RTS), connections.states);
        assertEquals(List.of("established 2"), told);
        assertEquals(List.of("rdma_disconnect"), raise(FakeConnections.DISCONNECTED, 0), "the peer is answered");
        assertEquals(List.of("established 2", "disconnected"), told);
        assertEquals(QueuePairState.ERR, connections.states.get(3));
        raise(FakeConnections.DISCONNECTED, 0);
        assertEquals(2, told.size(), "reported once");
        queuePair.close();
        assertEquals(List.of("rdma_destroy_id"), connections.takeCalls());
    }

    @Test
    void shouldReportWhyAConnectionFailed() {
        connect();
        raise(FakeConnections.REJECTED, 28, "too many".getBytes(StandardCharsets.US_ASCII));
        assertEquals(List.of("rejected the peer refused: reason=28 data=too many"), told);
        assertEquals(List.of(QueuePairState.ERR), connections.states, "Receives come back");
        raise(FakeConnections.ADDR_RESOLVED, 0);
        assertEquals(1, told.size());
    }

    @Test
    void shouldReportThatThePeerIsMissing() {
        connect();
        raise(FakeConnections.UNREACHABLE, -110);
        assertEquals(List.of("rejected the peer does not answer: errno=110"), told);
    }

    @Test
    void shouldRefuseARouteOverAnotherDevice() {
        connect();
        Native.setLong(connections.identifier, 4096);
        raise(FakeConnections.ADDR_RESOLVED, 0);
        assertEquals(List.of("rejected EINVAL: the route uses another device: device=fake0"), told);
    }

    @Test
    void shouldTakeNoEventsOfAClosedQueuePair() {
        connect();
        final long identifier = connections.identifier;
        queuePair.close();
        connections.raise(FakeConnections.ADDR_RESOLVED, 0, identifier, 0);
        loop.runOnce(0);
        assertEquals(List.of(), told);
    }

    @Test
    void shouldCloseAConnectionThatIsBeingEstablished() {
        connect().disconnect();
        assertEquals(List.of(QueuePairState.ERR), connections.states);
        raise(FakeConnections.ADDR_RESOLVED, 0);
        assertEquals(List.of(), told);
    }

    /** This side must not be delayed if the peer no longer exists. */
    @Test
    void shouldNotifyTheDisconnectingSideWithoutWaitingForThePeer() {
        final Connection connection = connect();
        raise(FakeConnections.ADDR_RESOLVED, 0);
        raise(FakeConnections.ROUTE_RESOLVED, 0);
        raise(FakeConnections.CONNECT_RESPONSE, 0);
        connection.disconnect();
        assertEquals(List.of("rdma_disconnect"), connections.takeCalls());
        assertEquals(List.of("established 0"), told, "not from within the call");
        loop.runOnce(0);
        assertEquals(List.of("established 0", "disconnected"), told);
        raise(FakeConnections.DISCONNECTED, 0);
        connection.disconnect();
        loop.runOnce(0);
        assertEquals(2, told.size(), "reported once");
    }

    private ConnectionRequest listen() {
        final List<ConnectionRequest> requests = new ArrayList<>();
        device.connections().listen(20049, loop, requests::add);
        assertEquals(List.of("rdma_create_id", "rdma_bind_addr", "rdma_listen"), connections.takeCalls());
        final long listener = connections.identifier;
        connections.identifier = connections.newIdentifier(Native.getLong(listener + 16));
        connections.raise(FakeConnections.CONNECT_REQUEST, 0, connections.identifier, listener, (byte) 5, (byte) 6);
        loop.runOnce(0);
        return requests.get(0);
    }

    @Test
    void shouldAcceptWithTheDepthsThatBothSidesSupport() {
        final ConnectionRequest request = listen();
        assertEquals(new InetSocketAddress("10.98.0.7", 1234), request.remote());
        assertArrayEquals(new byte[] {5, 6}, request.privateData());
        final Connection accepted = request.accept(queuePair, PARAMETERS, loop, this);
        assertEquals(new InetSocketAddress("10.98.0.2", 20_049), accepted.local());
        assertEquals(List.of(QueuePairState.INIT, QueuePairState.RTR, QueuePairState.RTS), connections.states);
        assertEquals(12, connections.rnrTimer, "0.64 ms");
        assertEquals(List.of("rdma_accept"), connections.takeCalls());
        assertEquals(4, connections.parameters[9], "READs taken: the lesser of 4 and 5");
        assertEquals(3, connections.parameters[10], "READs asked: the lesser of 4 and 3");
        raise(FakeConnections.ESTABLISHED, 0);
        assertEquals(List.of("established 0"), told);
        queuePair.close();
        assertEquals(List.of("rdma_destroy_id"), connections.takeCalls());
    }

    @Test
    void shouldGrantReadsOneWayOnly() {
        listen().accept(queuePair, new ConnectionParameters(new byte[0], 0, 16, 6, 7), loop, this);
        assertEquals(0, connections.parameters[9], "READs taken");
        assertEquals(3, connections.parameters[10], "READs asked: what the peer answers");
        assertEquals(List.of(-1, 0, 0), connections.readsTaken, "as the queue pair has them");
    }

    @Test
    void shouldRejectAndForgetARequest() {
        listen().reject("no".getBytes(StandardCharsets.US_ASCII));
        assertEquals(List.of("rdma_reject", "rdma_destroy_id"), connections.takeCalls());
        raise(FakeConnections.DISCONNECTED, 0);
        assertEquals(List.of(), told);
    }
}
