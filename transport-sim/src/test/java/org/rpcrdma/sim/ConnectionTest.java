// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.verbs.QueuePairParameter.MAX_DESTINATION_READ_ATOMIC;
import static org.rpcrdma.verbs.QueuePairParameter.MAX_READ_ATOMIC;
import static org.rpcrdma.verbs.QueuePairParameter.RECEIVE_PSN;
import static org.rpcrdma.verbs.QueuePairParameter.SEND_PSN;

import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.rpcrdma.rnic.FaultPlan;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.ConnectionManager.ListenHandler;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.ConnectionRequest;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.QueuePairParameters;

class ConnectionTest {
    private final Simulation simulation = new Simulation(1);
    private final Fabric fabric = new Fabric(simulation, CostModel.defaults());
    private final ConnectedPair.Side client = new ConnectedPair.Side(fabric.attach("sim0", "10.98.0.1"), 64);
    private final ConnectedPair.Side server = new ConnectedPair.Side(fabric.attach("sim1", "10.98.0.2"), 64);

    @Test
    void shouldCarryPrivateDataPaddedToItsFullSize() {
        final byte[][] asked = new byte[1][];
        final InetSocketAddress[] from = new InetSocketAddress[1];
        listen(request -> {
            asked[0] = request.privateData();
            from[0] = request.remote();
            server.accept(request, with(new byte[] {4, 5}));
        });
        connect(with(new byte[] {1, 2, 3}));
        assertArrayEquals(Arrays.copyOf(new byte[] {1, 2, 3}, 56), asked[0]);
        assertArrayEquals(Arrays.copyOf(new byte[] {4, 5}, 196), client.privateData);
        assertArrayEquals(new byte[0], server.privateData);
        assertEquals(1, client.established);
        assertEquals(1, server.established);
        assertEquals("10.98.0.1", from[0].getAddress().getHostAddress());
        assertEquals(ConnectedPair.address(), client.connection.remote());
        assertEquals(from[0], server.connection.remote());
    }

    @Test
    void shouldRefusePrivateDataBeyondItsLimits() {
        assertErrno(Errno.EINVAL, () -> connect(with(new byte[57])));
        final Executable[] bad = new Executable[2];
        listen(request -> {
            bad[0] = () -> server.accept(request, with(new byte[197]));
            bad[1] = () -> request.reject(new byte[149]);
            assertErrno(Errno.EINVAL, bad[0]);
            assertErrno(Errno.EINVAL, bad[1]);
            request.reject(new byte[148]);
            assertErrno(Errno.EINVAL, () -> request.reject(new byte[0]));
        });
        connect(with(new byte[56]));
        assertEquals("the peer refused: reason=28", client.rejection);
        assertEquals(0, client.established);
    }

    @Test
    void shouldReportTheReasonOfARejection() {
        assertEquals("the peer refused: reason=28 data=too many", rejectedWith("too many".getBytes(UTF_8)));
        assertEquals("the peer refused: reason=28 data=0x000a7f", rejectedWith(new byte[] {0, 10, 127}));
        assertEquals("the peer refused: reason=28 data=~ ", rejectedWith(new byte[] {'~', ' ', 0, 0}));
    }

    @Test
    void shouldRejectARequestWhoseHandlerFails() {
        final ConnectionRequest[] asked = new ConnectionRequest[1];
        listen(request -> {
            asked[0] = request;
            throw new IllegalStateException("on purpose");
        });
        assertThrows(IllegalStateException.class, () -> connect(with(new byte[0])));
        simulation.run();
        assertEquals("the peer refused: reason=28", client.rejection);
        assertErrno(Errno.EINVAL, () -> asked[0].reject(new byte[0]));
    }

    private String rejectedWith(final byte[] privateData) {
        final AutoCloseable listener = listen(request -> request.reject(privateData));
        connect(with(new byte[0]));
        ConnectedPair.close(listener);
        return client.rejection;
    }

    @Test
    void shouldStartAtRandomPsnsThatDependOnTheSeed() {
        listen(request -> server.accept(request, with(new byte[0])));
        connect(with(new byte[0]));

        final QueuePairParameters ofClient = client.queuePair.query();
        final QueuePairParameters ofServer = server.queuePair.query();
        final int there = ofClient.get(SEND_PSN);
        final int back = ofServer.get(SEND_PSN);
        assertEquals(there, ofServer.get(RECEIVE_PSN));
        assertEquals(back, ofClient.get(RECEIVE_PSN));
        assertEquals(startingPsns(1), List.of(there, back), "the same seed gives the same numbers");
        assertNotEquals(startingPsns(2), List.of(there, back));
        assertNotEquals(there, back);
        assertTrue(Math.max(there, back) < 1 << 24);
    }

    /** Returns a connection's initial PSNs: the client's, followed by the server's. */
    private static List<Integer> startingPsns(final long seed) {
        final ConnectedPair pair = new ConnectedPair(new Simulation(seed));
        return List.of(
                pair.client.queuePair.query().get(SEND_PSN),
                pair.server.queuePair.query().get(SEND_PSN));
    }

    @Test
    void shouldGrantReadsOneWayOnly() {
        listen(request -> server.accept(request, new ConnectionParameters(new byte[0], 0, 8, 2, 7)));
        connect(new ConnectionParameters(new byte[0], 4, 0, 2, 7));

        assertEquals(List.of(4, 0), reads(client));
        assertEquals(List.of(0, 4), reads(server));
    }

    /** Returns the number of READs that a side can answer concurrently, and its limit for READs in flight. */
    private static List<Integer> reads(final ConnectedPair.Side side) {
        final QueuePairParameters parameters = side.queuePair.query();
        return List.of(parameters.get(MAX_DESTINATION_READ_ATOMIC), parameters.get(MAX_READ_ATOMIC));
    }

    @Test
    void shouldRefuseParametersOutOfRange() {
        for (final ConnectionParameters bad : List.of(
                new ConnectionParameters(null, 1, 1, 1),
                new ConnectionParameters(new byte[0], 0, 1, 1),
                new ConnectionParameters(new byte[0], 256, 1, 1),
                new ConnectionParameters(new byte[0], -1, 1, 1, 1),
                new ConnectionParameters(new byte[0], 1, -1, 1, 1),
                new ConnectionParameters(new byte[0], 1, 256, 1, 1),
                new ConnectionParameters(new byte[0], 1, 8, 1),
                new ConnectionParameters(new byte[0], 1, 1, 8),
                new ConnectionParameters(new byte[0], 1, -1, 1))) {
            assertErrno(Errno.EINVAL, () -> connect(bad));
        }
    }

    @Test
    void shouldRejectWithoutAListener() {
        connect(with(new byte[0]));
        assertTrue(client.rejection.contains("no listener"), client.rejection);
        client.rejection = null;
        client.connect("10.98.0.99", 1, with(new byte[0]));
        simulation.run();
        assertTrue(client.rejection.contains("no such host"), client.rejection);
        assertEquals(0, client.disconnected);
    }

    @Test
    void shouldConnectOnceTheLinkIsUpAgain() {
        listen(request -> server.accept(request, with(new byte[0])));
        final long up = 10_000_000_000L;
        fabric.setFaultPlan(FaultPlan.NONE.withLinkDown("10.98.0.2", 0, up));
        connect(with(new byte[0]));
        assertEquals(1, client.established);
        assertEquals(1, server.established);
        assertTrue(simulation.nanoTime() >= up, "now=" + simulation.nanoTime());
        assertTrue(simulation.nanoTime() < up + 5_000_000_000L, "now=" + simulation.nanoTime());
    }

    @Test
    void shouldAbandonAConnectionIfALinkStaysDown() {
        listen(request -> server.accept(request, with(new byte[0])));
        client.device.faults().linkDown();
        connect(with(new byte[0]));
        assertTrue(client.rejection.contains("does not answer"), client.rejection);
        assertEquals(0, server.established);
        assertTrue(simulation.nanoTime() > 15 * 4_294_967_296L, "now=" + simulation.nanoTime());
    }

    @Test
    void shouldRejectBothSidesIfTheAnswerToARequestIsLost() {
        listen(request -> {
            server.accept(request, with(new byte[0]));
            client.device.faults().linkDown();
        });
        connect(with(new byte[0]));
        assertTrue(client.rejection.contains("did not answer"), client.rejection);
        assertTrue(server.rejection.contains("ended"), server.rejection);
        assertEquals(0, client.established + server.established);
    }

    @Test
    void shouldNotifyAPeerOfTheEndOnceItsLinkIsUp() {
        establish();
        server.device.faults().linkDown();
        final long end = simulation.nanoTime();
        client.connection.disconnect();
        simulation.runUntil(end + 1_000_000);
        assertEquals(1, client.disconnected);
        assertEquals(0, server.disconnected);
        server.device.faults().linkUp();
        simulation.run();
        assertEquals(1, server.disconnected);
    }

    @Test
    void shouldNotifyBothSidesOnceThatTheConnectionEnded() {
        establish();
        server.postReceive(3, 0, 0, GuardedBuffer.LKEY);
        client.connection.disconnect();
        client.connection.disconnect();
        simulation.run();
        server.connection.disconnect();
        simulation.run();
        assertEquals(1, client.disconnected);
        assertEquals(1, server.disconnected);
        server.expect("3:WR_FLUSH_ERR");
        client.post(sends -> sends.send(1, 0));
        client.expect("1:WR_FLUSH_ERR");
    }

    @Test
    void shouldCloseTheConnectionIfAQueuePairIsClosed() {
        establish();
        server.queuePair.close();
        simulation.run();
        assertEquals(1, client.disconnected);
        assertEquals(1, server.disconnected);
    }

    @Test
    void shouldRejectAConnectionThatWasAbandonedBeforeItWasEstablished() {
        listen(request -> server.accept(request, with(new byte[0])));
        client.connect("10.98.0.2", ConnectedPair.PORT, with(new byte[0])).disconnect();
        simulation.run();
        assertEquals(0, client.established + server.established);
        assertEquals(0, client.disconnected + server.disconnected);
        assertTrue(client.rejection.contains("ended before"), client.rejection);
        assertTrue(server.rejection.contains("ended before"), server.rejection);
    }

    @Test
    void shouldListenOncePerPortUntilClosed() {
        final AutoCloseable listener = listen(request -> request.reject(new byte[0]));
        assertErrno(Errno.EADDRINUSE, () -> listen(request -> {}));
        assertErrno(Errno.EBUSY, server.device::close);
        ConnectedPair.close(listener);
        assertErrno(Errno.EINVAL, () -> ConnectedPair.close(listener));
        ConnectedPair.close(listen(request -> {}));
        assertErrno(Errno.EINVAL, () -> server.listen(0, request -> {}));
        assertErrno(Errno.EINVAL, () -> server.listen(65_536, request -> {}));
        assertErrno(Errno.EINVAL, () -> server.device.connections().listen(1, client.loop, request -> {}));
    }

    @Test
    void shouldConnectAQueuePairOnce() {
        establish();
        assertErrno(Errno.EINVAL, () -> connect(with(new byte[0])));
        assertNull(client.rejection);
    }

    private void establish() {
        listen(request -> server.accept(request, with(new byte[0])));
        connect(with(new byte[0]));
        assertEquals(1, server.established);
    }

    private AutoCloseable listen(final ListenHandler handler) {
        return server.listen(ConnectedPair.PORT, handler);
    }

    private void connect(final ConnectionParameters parameters) {
        client.connect("10.98.0.2", ConnectedPair.PORT, parameters);
        simulation.run();
    }

    private static ConnectionParameters with(final byte[] privateData) {
        return new ConnectionParameters(privateData, 4, 2, 7);
    }
}
