// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertErrno;

import java.net.InetSocketAddress;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.transport.server.RpcRdmaServer;
import org.rpcrdma.udp.UdpDevice;
import org.rpcrdma.udp.UdpNetwork;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** Tests that all objects on UDP devices can be closed during traffic, in any order. */
class UdpCloseTest {
    private static final long SLICE = 1_000_000;

    private final UdpNetwork here = new UdpNetwork();
    private final UdpNetwork there = new UdpNetwork();
    private final UdpDevice serverDevice = here.attach("udp0", UdpAddresses.address(1));
    private final UdpDevice clientDevice = there.attach("udp1", UdpAddresses.address(2));
    private RpcRdmaServer server;
    private HonestCaller caller;

    @BeforeEach
    void call() {
        server = new RpcRdmaServer(TransportFixture.serverOn(serverDevice).service(HonestCaller::serve));
        caller = new HonestCaller(clientDevice, new InetSocketAddress(UdpAddresses.address(1), TransportFixture.PORT));
        await(() -> caller.answered > 8);
    }

    private void await(final BooleanSupplier condition) {
        Patience.await(
                condition,
                () -> {
                    pass(here);
                    pass(there);
                },
                () -> "it takes too long: " + caller.failure);
    }

    private static void pass(final UdpNetwork network) {
        network.timeline().nanoTime();
        network.timeline().runUntil(network.timeline().nanoTime() + SLICE);
    }

    /** The next test uses the same addresses. */
    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    @Test
    void shouldCloseTheCallerFirst() {
        caller.close();
        clientDevice.close();
        there.close();
        await(() -> server.connections() == 0);
        server.close();
        serverDevice.close();
        here.close();
    }

    @Test
    void shouldCloseTheServerFirst() {
        server.close();
        serverDevice.close();
        await(() -> caller.failure != null);
        here.close();
        caller.close();
        clientDevice.close();
        there.close();
    }

    @Test
    void shouldRefuseToCloseADeviceInUseAndContinue() {
        assertErrno(Errno.EBUSY, serverDevice::close);
        final int before = caller.answered;
        await(() -> caller.answered > before + 8);
        shouldCloseTheCallerFirst();
    }

    @Test
    void shouldCloseDevicesOnAClosedNetwork() {
        here.close();
        await(() -> caller.failure != null);
        here.timeline().runUntil(here.timeline().nanoTime() + 20 * SLICE);
        assertThrows(VerbsException.class, () -> here.attach("udp2", UdpAddresses.address(3)));
        server.close();
        serverDevice.close();
        caller.close();
        clientDevice.close();
        there.close();
    }
}
