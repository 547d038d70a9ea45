// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.transport.program.EchoService;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.verbs.Device;

/**
 * Tests a server that uses the contract's implementation for real NICs. Its peers or its device disappear before it has
 * answered.
 */
class ServerTest extends DriverTest {
    private static final long EINVAL = 22;
    private static final long ENOMEM = 12;
    private static final long EIO = 5;
    private static final int DEVICE_REMOVAL = 11;

    private final FakeConnections connections = new FakeConnections(fake);
    private final List<String> rejections = new ArrayList<>();
    private final List<String> ends = new ArrayList<>();
    private Device device;
    private RpcRdmaServer server;
    private long listener;

    @BeforeEach
    void open() {
        device = fake.openByName("fake0");
        loop = device.newEventLoop();
        server = new RpcRdmaServer(new RpcRdmaServer.Context()
                .device(device)
                .eventLoop(loop)
                .credits(4)
                .listenEnd(ends::add)
                .connectionRejected(metrics -> rejections.add(metrics.closeReason()))
                .service(new EchoService()));
        listener = connections.identifier;
    }

    @AfterEach
    void shouldLeaveNothing() {
        server.close();
        device.close();
        assertEquals(List.of(), fake.ledger.problems());
    }

    /** Delivers a peer's request. The server must not let the loop's iteration throw an exception. */
    private void ask() {
        connections.identifier = connections.newIdentifier(Native.getLong(listener + 16));
        fake.ledger.made(connections.identifier, "rdma_destroy_id");
        connections.raise(FakeConnections.CONNECT_REQUEST, 0, connections.identifier, listener);
        connections.takeCalls();
        assertTrue(loop.runOnce(0));
    }

    private void fail(final String call, final long errno) {
        fake.on(call, (a, b, c, d, e, f) -> errno);
    }

    /** Delivers another request after the failures. */
    private void assertGoesOn(final String rejection) throws Exception {
        assertEquals(List.of(rejection), rejections);
        assertEquals(0, server.connections());
        ask();
        assertEquals(List.of("rdma_accept"), connections.takeCalls());
        assertEquals(1, server.connections());
    }

    @ParameterizedTest
    @ValueSource(strings = {"rdma_init_qp_attr", "rdma_accept"})
    void shouldContinueIfAPeerHasGivenUpBeforeItIsAccepted(final String call) throws Exception {
        fail(call, EINVAL);
        ask();
        assertTrue(connections.takeCalls().contains("rdma_destroy_id"));
        fail(call, 0);
        assertGoesOn("EINVAL: " + call + " failed: errno=22");
    }

    @Test
    void shouldContinueIfAPeerHasGivenUpBeforeItIsRefused() throws Exception {
        fail("ibv_create_qp", 0);
        fail("rdma_reject", EINVAL);
        ask();
        assertEquals(List.of("rdma_reject", "rdma_destroy_id"), connections.takeCalls());
        fake.on("ibv_create_qp", (a, b, c, d, e, f) -> fake.object());
        assertEquals(1, server.figures().connectionsRejected());
        assertGoesOn(rejections.get(0));
        assertTrue(rejections.get(0).contains("ibv_create_qp failed"), rejections.get(0));
    }

    @Test
    void shouldCloseTheConnectionsOfADeviceThatWasRemoved() throws Exception {
        ask();
        connections.raise(FakeConnections.ESTABLISHED, 0);
        assertTrue(loop.runOnce(0));
        assertEquals(1, server.connections());
        fail("ibv_modify_qp", EIO);
        connections.raise(DEVICE_REMOVAL, 0);
        assertTrue(loop.runOnce(0));
        assertEquals(0, server.connections());
    }

    /** The kernel does not complete the removal until the identifier that listens has been destroyed. */
    @Test
    void shouldStopListeningAtARemovedDeviceAndCloseItsConnections() throws Exception {
        ask();
        connections.raise(FakeConnections.ESTABLISHED, 0);
        assertTrue(loop.runOnce(0));
        connections.takeCalls();
        fail("ibv_modify_qp", EIO);
        connections.raise(DEVICE_REMOVAL, 0, listener, 0);
        assertTrue(loop.runOnce(0));
        assertEquals(List.of("the device was removed: device=fake0"), ends);
        assertTrue(connections.takeCalls().contains("rdma_destroy_id"));
        assertEquals(0, server.connections());
    }

    @Test
    void shouldReportThatAPeerCouldNotBeNotified() throws Exception {
        fail("ibv_modify_qp", ENOMEM);
        fail("rdma_reject", EIO);
        ask();
        fail("ibv_modify_qp", 0);
        assertGoesOn(
                "ENOMEM: ibv_modify_qp failed: errno=12; the peer was not notified: EIO: rdma_reject failed: errno=5");
    }
}
