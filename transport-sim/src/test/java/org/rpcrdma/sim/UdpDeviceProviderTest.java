// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;
import static org.rpcrdma.testkit.UdpAddresses.address;

import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.rnic.RnicDevice;
import org.rpcrdma.testkit.Inside;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.udp.UdpDeviceProvider;
import org.rpcrdma.udp.wire.UdpLink;
import org.rpcrdma.udp.wire.WireCounters;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.SendRequests;
import org.rpcrdma.verbs.VerbsException;

class UdpDeviceProviderTest {
    private static final long SLICE = 1_000_000;

    private final String name = "udp:" + address(1);

    @Test
    void shouldOpenADeviceByALocalAddress() {
        try (Device device = Devices.open(name)) {
            assertEquals(name, device.name());
            assertEquals(address(1), device.connections().localAddress().getHostAddress());
        }
        Devices.open(name).close();
    }

    @Test
    void shouldOpenSeveralAddresses() {
        try (Device one = Devices.open(name);
                Device other = Devices.open("udp:" + address(2))) {
            assertFalse(one.newEventLoop().isVirtual());
            assertFalse(other.newEventLoop().isVirtual());
        }
    }

    @Test
    void shouldRefuseAnAddressThatIsOpen() {
        try (Device device = Devices.open(name)) {
            final VerbsException refused = assertThrows(VerbsException.class, () -> Devices.open(device.name()));
            assertEquals(Errno.EADDRINUSE, refused.errno());
            assertTrue(refused.getMessage().contains("address=" + address(1) + " port=4791"), refused.getMessage());
        }
    }

    @Test
    void shouldRefuseAnAddressOfAnotherHost() {
        assertMessage("EADDRNOTAVAIL: not a local address: address=192.0.2.1", () -> Devices.open("udp:192.0.2.1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "udp:",
                "udp:localhost",
                "udp:127.1",
                "udp:127.0.0.256",
                "udp:0.0.0.0",
                "udp:224.0.0.1",
                "udp:[::]",
                "udp:[::1",
                "udp:[::1]:4791",
                "udp:[1.2.3.4]",
                "udp:::::"
            })
    void shouldRefuseInvalidAddresses(final String wrong) {
        assertMessage(
                "EINVAL: udp: requires a numeric local address, for example udp:127.0.0.1: name=" + wrong,
                () -> Devices.open(wrong));
    }

    @Test
    void shouldNameLocalAddresses() {
        final List<String> names = new UdpDeviceProvider().names();
        assertTrue(names.contains("udp:127.0.0.1"), names::toString);
    }

    @Test
    void shouldDistinguishADeviceInSoftwareFromOthers() {
        assertEquals(Optional.of("udp"), Devices.driver(name));
        assertEquals(Optional.empty(), Devices.driver("udp0"));
    }

    @Test
    void shouldReachItselfThroughItsSocket() throws Exception {
        try (RnicDevice device = (RnicDevice) Devices.open(name)) {
            final ConnectedPair.Side client = new ConnectedPair.Side(device, 64);
            final ConnectedPair.Side server = new ConnectedPair.Side(device, 64);
            try (AutoCloseable listener = server.listen(ConnectedPair.PORT, request -> {
                server.postReceive(7, 0, 0, 0);
                server.accept(request, ConnectedPair.parameters(7));
            })) {
                client.connection = client.connect(device.ipAddress(), ConnectedPair.PORT, ConnectedPair.parameters(7));
                run(client, () -> client.established + server.established == 2);
                final WireCounters counters = Inside.of(device, UdpLink.class).wireCounters();
                final long before = counters.received;
                client.sends().send(1, SendRequests.SIGNALED);
                client.postSends();
                run(client, () -> server.completions().equals(List.of("7:SUCCESS")));
                assertTrue(counters.received > before, () -> "not through " + listener);
            }
            close(client);
            close(server);
        }
    }

    private static void run(final ConnectedPair.Side side, final BooleanSupplier condition) {
        Patience.await(condition, () -> side.loop.runOnce(SLICE), () -> "it takes too long");
    }

    private static void close(final ConnectedPair.Side side) {
        side.connection.disconnect();
        side.queuePair.close();
        side.queue.close();
        side.domain.close();
    }
}
