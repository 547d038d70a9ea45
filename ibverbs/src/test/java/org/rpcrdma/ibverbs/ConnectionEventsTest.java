// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.Connection;
import org.rpcrdma.verbs.ConnectionHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.QueuePair;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.QueuePairType;
import org.rpcrdma.verbs.SharedReceiveQueueAttributes;
import org.rpcrdma.verbs.VerbsException;

/**
 * Tests the effect of each librdmacm event on a connection, and events that arrive when no handler expects them any
 * longer.
 */
class ConnectionEventsTest extends DriverTest implements ConnectionHandler {
    private static final ConnectionParameters PARAMETERS = new ConnectionParameters(new byte[0], 4, 6, 7);
    private static final InetSocketAddress SERVER = new InetSocketAddress("10.98.0.2", 20049);
    private static final int CONNECT_ERROR = 6;
    private static final int DEVICE_REMOVAL = 11;

    private final FakeConnections connections = new FakeConnections(fake);
    private final List<String> told = new ArrayList<>();
    private final List<ConnectionRequest> requests = new ArrayList<>();
    private Runnable onTold = () -> {};

    @BeforeEach
    @Override
    void open() {
        super.open();
    }

    @Override
    public void onEstablished(final Connection connection, final byte[] privateData) {
        told.add("established");
        onTold.run();
    }

    @Override
    public void onRejected(final Connection connection, final String reason) {
        told.add("rejected: " + reason);
        onTold.run();
    }

    @Override
    public void onDisconnected(final Connection connection) {
        told.add("disconnected");
        onTold.run();
    }

    private void connect(final QueuePair own) {
        device.connections().connect(SERVER, own, PARAMETERS, loop, this);
    }

    private void establish() {
        connect(queuePair);
        raise(FakeConnections.CONNECT_RESPONSE, 0);
        assertEquals(List.of("established"), told);
        told.clear();
    }

    private void raise(final int type, final int status) {
        connections.raise(type, status);
        loop.runOnce(0);
    }

    private AutoCloseable listen() {
        return device.connections().listen(20049, loop, requests::add);
    }

    /** Delivers a peer's request to the newest listener, and returns the connection's identifier. */
    private long ask() {
        final long listener = connections.identifier;
        connections.identifier = connections.newIdentifier(Native.getLong(listener + 16));
        connections.raise(FakeConnections.CONNECT_REQUEST, 0, connections.identifier, listener);
        loop.runOnce(0);
        return connections.identifier;
    }

    @ParameterizedTest
    @CsvSource({
        "1, -110, rejected: address cannot be resolved: errno=110, disconnected",
        "3, -101, rejected: there is no route to the peer: errno=101, disconnected",
        "6, -5, rejected: connection failed: event=6 status=-5, disconnected",
        "7, -110, rejected: the peer does not answer: errno=110, disconnected",
        "8, 28, rejected: the peer refused: reason=28, disconnected",
        "9, 0, established, nothing",
        "10, 0, rejected: the peer closed the connection before it was established, disconnected",
        "11, 0, rejected: the device was removed, disconnected",
        "12, 0, rejected: connection failed: event=12 status=0, disconnected",
        "13, -22, rejected: connection failed: event=13 status=-22, disconnected",
        "14, 0, nothing, nothing",
        "15, 0, nothing, nothing"
    })
    void shouldReportEachKindOfEvent(
            final int type, final int status, final String whileConnecting, final String whileEstablished) {
        connect(queuePair);
        raise(type, status);
        assertEquals(whileConnecting.equals("nothing") ? List.of() : List.of(whileConnecting), told);
        told.clear();
        queuePair.close();
        queuePair = newQueuePair(QueuePairType.RC);
        establish();
        raise(type, status);
        assertEquals(whileEstablished.equals("nothing") ? List.of() : List.of(whileEstablished), told);
    }

    /** A removed device's queue pairs cannot be modified. */
    @Test
    void shouldReportTheEndIfTheQueuePairCannotBeFlushed() {
        establish();
        fake.on("ibv_modify_qp", (qp, attributes, mask, d, e, f) -> 5);
        raise(DEVICE_REMOVAL, 0);
        assertEquals(List.of("disconnected"), told);
    }

    /** The error that the handler throws is passed to the caller of the loop and does not close the connection. */
    @Test
    void shouldNotAttributeAHandlersErrorToTheConnection() {
        onTold = () -> {
            throw new VerbsException(Errno.ENOMEM, "the handler's own");
        };
        connect(queuePair);
        connections.raise(FakeConnections.CONNECT_RESPONSE, 0);
        assertMessage("ENOMEM: the handler's own", () -> loop.runOnce(0));
        assertEquals(List.of("established"), told);
        connections.raise(CONNECT_ERROR, 0);
        assertThrows(VerbsException.class, () -> loop.runOnce(0));
        assertEquals(List.of("established", "disconnected"), told);
    }

    /** In the library, rdma_destroy_id(3) waits until all events have been acknowledged. */
    @Test
    void shouldAcknowledgeAnEventBeforeItsHandlerCanCloseTheConnection() {
        connect(queuePair);
        onTold = queuePair::close;
        fake.calls.clear();
        raise(FakeConnections.UNREACHABLE, -110);
        final List<String> order = fake.calls.stream()
                .filter(List.of("rdma_ack_cm_event", "rdma_destroy_id")::contains)
                .toList();
        assertEquals(List.of("rdma_ack_cm_event", "rdma_destroy_id"), order);
        raise(FakeConnections.DISCONNECTED, 0);
        assertEquals(1, told.size(), "nothing of what is closed");
    }

    /**
     * Until an identifier is adopted, its context is the listener's. By the time of the event, another listener may use
     * the same context.
     */
    @Test
    void shouldReportNoEventsOfAnUnansweredRequest() throws Exception {
        final AutoCloseable listener = listen();
        final long asked = ask();
        listener.close();
        establish();
        connections.raise(FakeConnections.DISCONNECTED, 0, asked, 0);
        loop.runOnce(0);
        assertEquals(List.of(), told);
        requests.get(0).accept(newQueuePair(QueuePairType.RC), PARAMETERS, loop, this);
        connections.raise(FakeConnections.ESTABLISHED, 0, asked, 0);
        loop.runOnce(0);
        assertEquals(List.of("established"), told, "the listener's end does not affect its requests");
    }

    @Test
    void shouldDestroyARequestThatCannotBeAnswered() throws Exception {
        final AutoCloseable listener = listen();
        final long identifier = connections.identifier;
        listener.close();
        connections.identifier = identifier;
        connections.takeCalls();
        ask();
        assertEquals(List.of("rdma_destroy_id"), connections.takeCalls());
        assertEquals(List.of(), requests);
    }

    /** If the listener were closed twice, the library would access freed memory. */
    @Test
    void shouldCloseAListenerOnce() throws Exception {
        final AutoCloseable listener = listen();
        connections.takeCalls();
        listener.close();
        listener.close();
        assertEquals(List.of("rdma_destroy_id"), connections.takeCalls());
    }

    @Test
    void shouldLeaveTheQueuePairFreeIfConnectingFailsImmediately() {
        fake.on("rdma_resolve_addr", (id, source, destination, millis, e, f) -> 22);
        assertThrows(VerbsException.class, () -> connect(queuePair));
        fake.on("rdma_resolve_addr", (id, source, destination, millis, e, f) -> 0);
        connect(queuePair);
        assertThrows(VerbsException.class, () -> connect(queuePair), "it has a connection");
    }

    @Test
    void shouldLeaveARequestUnansweredIfItCannotBeAccepted() {
        listen();
        ask();
        final ConnectionRequest request = requests.get(0);
        for (final ConnectionParameters bad : List.of(
                new ConnectionParameters(new byte[197], 4, 6, 7),
                new ConnectionParameters(new byte[0], 0, 6, 7),
                new ConnectionParameters(new byte[0], 256, 6, 7),
                new ConnectionParameters(new byte[0], 4, 8, 7),
                new ConnectionParameters(new byte[0], 4, 6, -1))) {
            final VerbsException e =
                    assertThrows(VerbsException.class, () -> request.accept(queuePair, bad, loop, this));
            assertEquals(Errno.EINVAL, e.errno());
            assertTrue(e.getMessage().startsWith("EINVAL: connection parameter is out of range: "), e.getMessage());
        }
        assertThrows(VerbsException.class, () -> request.reject(new byte[149]));
        connections.takeCalls();
        request.reject(new byte[148]);
        assertEquals(List.of("rdma_reject", "rdma_destroy_id"), connections.takeCalls());
        assertThrows(VerbsException.class, () -> request.accept(queuePair, PARAMETERS, loop, this));
    }

    /** The other loop's thread may be using the channel that receives the other loop's events. */
    @Test
    void shouldAcceptOnTheListenersLoopOnly() {
        listen();
        ask();
        final EventLoop other = device.newEventLoop();
        connections.takeCalls();
        final ConnectionRequest request = requests.get(0);
        assertMessage(
                "EINVAL: request must be accepted on its listener's event loop",
                () -> request.accept(queuePair, PARAMETERS, other, this));
        assertEquals(List.of(), connections.takeCalls());
        request.accept(queuePair, PARAMETERS, loop, this);
        raise(FakeConnections.ESTABLISHED, 0);
        assertEquals(List.of("established"), told);
    }

    /**
     * If accepting fails halfway, the request is rejected. Its identifier is destroyed, and the queue pair can be used
     * again.
     */
    @Test
    void shouldRejectThePeerIfAcceptingFails() {
        listen();
        ask();
        fake.on("rdma_accept", (id, parameters, c, d, e, f) -> 12);
        connections.takeCalls();
        assertThrows(VerbsException.class, () -> requests.get(0).accept(queuePair, PARAMETERS, loop, this));
        assertEquals(List.of("rdma_accept", "rdma_destroy_id"), connections.takeCalls());
        connect(queuePair);
    }

    @Test
    void shouldRejectAPeerWhoseRequestHandlerFails() {
        device.connections().listen(20049, loop, request -> {
            requests.add(request);
            throw new IllegalStateException("on purpose");
        });
        connections.takeCalls();
        assertThrows(IllegalStateException.class, this::ask);
        assertEquals(List.of("rdma_destroy_id"), connections.takeCalls());
        assertThrows(VerbsException.class, () -> requests.get(0).accept(queuePair, PARAMETERS, loop, this));
        assertThrows(VerbsException.class, () -> requests.get(0).reject(new byte[0]));
    }

    @Test
    void shouldKeepAnAnswerIfTheHandlerFailsAfterIt() {
        device.connections().listen(20049, loop, request -> {
            request.reject(new byte[0]);
            throw new IllegalStateException("on purpose");
        });
        connections.takeCalls();
        assertThrows(IllegalStateException.class, this::ask);
        assertEquals(List.of("rdma_reject", "rdma_destroy_id"), connections.takeCalls());
    }

    /** If the device were closed, answering the request later would access freed memory. */
    @Test
    void shouldKeepTheDeviceOpenForARequestThatIsNotAnswered() throws Exception {
        final AutoCloseable listener = listen();
        ask();
        for (final AutoCloseable own : List.of(queuePair, queue, domain, listener)) {
            own.close();
        }
        assertMessage("EBUSY: device is in use: device=fake0 objects=1", device::close);
        requests.get(0).reject(new byte[0]);
        device.close();
    }

    @Test
    void shouldReportThatReceivesAreShared() {
        final QueuePair shared = domain.createQueuePair(new QueuePairAttributes(queue, queue, 8, 8, 1)
                .withSharedReceiveQueue(domain.createSharedReceiveQueue(new SharedReceiveQueueAttributes(8, 1))));
        for (final QueuePair own : List.of(queuePair, shared)) {
            connect(own);
            raise(FakeConnections.ROUTE_RESOLVED, 0);
            assertEquals(own == shared ? 1 : 0, connections.parameters[14]);
        }
    }
}
