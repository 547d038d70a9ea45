// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.ibverbs.library.Native.getByte;
import static org.rpcrdma.ibverbs.library.Native.segment;
import static org.rpcrdma.ibverbs.library.Native.setInt;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.ibverbs.device.HostAddress;
import org.rpcrdma.ibverbs.device.HostDevice;
import org.rpcrdma.ibverbs.device.SocketAddresses;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.testkit.KeptLog;
import org.rpcrdma.verbs.CompletionQueue;
import org.rpcrdma.verbs.ConnectionParameters;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePairAttributes;
import org.rpcrdma.verbs.VerbsException;

/**
 * Tests IPv4 and IPv6 addresses in C structures, in a port's table of identifiers, and as the source address of a
 * connection.
 */
class AddressesTest extends DriverTest {
    private static final int NO_SUCH_INDEX = 22;

    /**
     * The arguments of {@code rdma_bind_addr} and {@code rdma_resolve_addr}: the source address or null, followed by
     * the peer's address.
     */
    private final List<InetSocketAddress> resolved = new ArrayList<>();

    private final List<String> listening = new ArrayList<>();

    /** Opens a device whose port table contains the given addresses; {@code ::} means an empty entry. */
    private IbvDevice device(final String... gids) {
        fake.on("ibv_query_gid", (context, port, index, gid, e, f) -> {
            if ((int) index >= gids.length) {
                return NO_SUCH_INDEX;
            }
            final byte[] address = address(gids[(int) index]).getAddress();
            final int at = 16 - address.length;
            segment(gid, 16).fill((byte) 0);
            if (address.length == 4) {
                setInt(gid + 8, 0xffff0000);
            }
            MemorySegment.copy(address, 0, segment(gid, 16), JAVA_BYTE, at, address.length);
            return 0;
        });
        return fake.open();
    }

    private static InetAddress address(final String text) {
        try {
            return InetAddress.getByName(text);
        } catch (final UnknownHostException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    @Test
    void shouldWriteAndReadAddressesOfBothVersions() throws UnknownHostException {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment four = SocketAddresses.write(arena, new InetSocketAddress("10.98.0.2", 20049));
            assertEquals(2, four.get(JAVA_SHORT, 0));
            assertArrayEquals(new byte[] {0x4e, 0x51, 10, 98, 0, 2}, bytes(four, 2, 6));
            assertEquals(new InetSocketAddress("10.98.0.2", 20049), SocketAddresses.read(four));
            final byte[] link = address("fe80::1:2").getAddress();
            final InetSocketAddress scoped = new InetSocketAddress(Inet6Address.getByAddress(null, link, 7), 65535);
            final MemorySegment six = SocketAddresses.write(arena, scoped);
            assertEquals(10, six.get(JAVA_SHORT, 0));
            assertArrayEquals(link, bytes(six, 8, 16));
            assertEquals(7, six.get(JAVA_INT, 24), "the link is in the address");
            assertEquals(65535, SocketAddresses.read(six).getPort());
            assertEquals(7, ((Inet6Address) SocketAddresses.read(six).getAddress()).getScopeId());
        }
    }

    private static byte[] bytes(final MemorySegment source, final long at, final long length) {
        return source.asSlice(at, length).toArray(JAVA_BYTE);
    }

    @Test
    void shouldFindTheAddressAtWhichPeersReachIt() {
        assertEquals(address("10.98.0.1"), local("fe80::1", "2001:db8::1", "10.98.0.1", "10.98.0.9"));
        assertEquals(address("2001:db8::1"), local("fe80::1", "::", "2001:db8::1"));
        for (final String[] none : new String[][] {{}, {"fe80::1"}, {"::"}}) {
            assertMessage("ENODATA: device has no IP address: device=fake0 port=1 link=Ethernet", () -> local(none));
        }
    }

    private InetAddress local(final String... gids) {
        return device(gids).connections().localAddress();
    }

    @Test
    void shouldReportIdentifiersUnchanged() {
        final IbvDevice device = device("10.98.0.1", "2001:db8::1");
        for (int i = 0; i < 2; i++) {
            assertEquals(Gid.of(address(i == 0 ? "10.98.0.1" : "2001:db8::1")), device.gid(1, i));
        }
        assertErrno(Errno.EINVAL, () -> device.gid(1, 2));
    }

    @Test
    void shouldConnectFromAnAddressOfThePeersKind() {
        final IbvDevice device = device("fe80::1", "2001:db8::1", "10.98.0.1");
        assertEquals("/10.98.0.1:0", source(device, "10.98.0.2"));
        assertEquals("/[2001:db8:0:0:0:0:0:1]:0", source(device, "2001:db8::2"));
        assertEquals("/[fe80:0:0:0:0:0:0:1%3]:0", source(device, "fe80::2%3"));
        assertEquals("null", source(device("fe80::1", "10.98.0.1"), "2001:db8::2"), "the route decides");
    }

    /**
     * A device with VLANs has addresses in several subnets. It does not have the addresses that only another device
     * reaches.
     */
    @ParameterizedTest
    @CsvSource({
        "10.98.0.77, /10.98.0.1:0",
        "10.98.4.77, /10.98.4.1:0",
        "10.98.5.1, /10.98.5.129:0",
        "10.98.5.130, /10.98.5.129:0",
        "192.0.2.1, null",
        "10.97.0.1, null",
        "2001:db8:2::7, /[2001:db8:2:0:0:0:0:1]:0",
        "2001:db8:3::7, null",
        "fe80::7%4, /[fe80:0:0:0:0:0:0:2%4]:0"
    })
    void shouldConnectFromTheAddressThatReachesThePeer(final String peer, final String source) {
        fake.host = new HostDevice(
                Path.of("none"),
                () -> List.of(
                        own("10.97.0.9", 24, 1),
                        own("10.98.0.1", 16, 2),
                        own("10.98.4.1", 24, 3),
                        own("10.98.5.129", 23, 4),
                        own("2001:db8:1::1", 64, 2),
                        own("2001:db8:2::1", 64, 3),
                        own("fe80::1", 64, 2),
                        own("fe80::2", 64, 4)));
        final IbvDevice device =
                device("fe80::1", "fe80::2", "10.98.0.1", "10.98.4.1", "10.98.5.129", "2001:db8:1::1", "2001:db8:2::1");
        assertEquals(source, source(device, peer));
    }

    private static HostAddress own(final String address, final int prefixLength, final int link) {
        return new HostAddress(address(address), prefixLength, "eth" + link, link);
    }

    @Test
    void shouldListLocalAddresses() {
        final HostAddress loopback = HostAddress.all().stream()
                .filter(own -> own.address().isLoopbackAddress())
                .findFirst()
                .orElseThrow();
        assertTrue(loopback.reaches(loopback.address()));
        assertFalse(loopback.interfaceName().isEmpty());
        assertTrue(loopback.link() > 0);
    }

    /** The table has one entry each for RoCE versions 1 and 2. */
    @Test
    void shouldListenAtEveryReachableAddress() throws Exception {
        final IbvDevice device = device("fe80::1", "2001:db8::1", "2001:db8::1", "10.98.0.1", "10.98.0.1");
        takeAddresses();
        final AutoCloseable listener = device.connections().listen(20049, device.newEventLoop(), request -> {});
        assertEquals(
                List.of(
                        new InetSocketAddress(address("10.98.0.1"), 20049),
                        new InetSocketAddress(address("2001:db8::1"), 20049)),
                resolved);
        assertEquals(List.of("listen", "listen"), listening);
        listener.close();
        assertEquals(List.of("listen", "listen", "destroy", "destroy"), listening);
    }

    @Test
    void shouldListenAtAllAddressesOrAtNone() {
        final IbvDevice device = device("2001:db8::1", "10.98.0.1");
        takeAddresses();
        fake.on("rdma_listen", (id, backlog, c, d, e, f) -> {
            listening.add("listen");
            return listening.size() == 2 ? -1 : 0;
        });
        assertThrows(
                VerbsException.class, () -> device.connections().listen(20049, device.newEventLoop(), request -> {}));
        assertEquals(List.of("listen", "listen", "destroy", "destroy"), listening);
    }

    /** A new IPv6 address is tentative at first, so it cannot be bound. */
    @Test
    void shouldListenDespiteAddressesThatCannotBeBoundYet() throws Exception {
        final IbvDevice device = device("2001:db8::1", "10.98.0.1", "2001:db8::2");
        takeAddresses();
        refuseToBind("2001:db8::1");
        try (KeptLog log = new KeptLog("org.rpcrdma.ibverbs")) {
            final AutoCloseable listener = device.connections().listen(20049, device.newEventLoop(), request -> {});
            assertEquals(List.of("listen", "destroy", "listen"), listening);
            listener.close();
            assertEquals(
                    List.of("not listening on addresses that cannot be bound yet: device=fake0"
                            + " addresses=[/[2001:db8:0:0:0:0:0:1]:20049 errno=99]"),
                    log.records().stream().map(LogRecord::getMessage).toList());
        }
        assertEquals(List.of("listen", "destroy", "listen", "destroy", "destroy"), listening);
        device.close();
    }

    @Test
    void shouldReportAllAddressesIfNoneCanBeBound() {
        final IbvDevice device = device("2001:db8::1", "2001:db8::2");
        takeAddresses();
        refuseToBind("2001:db8::1", "2001:db8::2");
        final EventLoop loop = device.newEventLoop();
        assertMessage(
                "ENODATA: cannot bind to any address: device=fake0 addresses=["
                        + "/[2001:db8:0:0:0:0:0:1]:20049 errno=99, /[2001:db8:0:0:0:0:0:2]:20049 errno=99]",
                () -> device.connections().listen(20049, loop, request -> {}));
        assertEquals(List.of("destroy", "destroy"), listening);
        device.close();
    }

    @Test
    void shouldNotListenIfAnAddressIsRefusedForAnotherReason() {
        final IbvDevice device = device("2001:db8::1", "10.98.0.1");
        takeAddresses();
        fake.on("rdma_bind_addr", (id, own, c, d, e, f) -> getByte(own) == 2 ? 0 : 98);
        assertMessage(
                "EADDRINUSE: rdma_bind_addr of /[2001:db8:0:0:0:0:0:1]:20049 failed: errno=98",
                () -> device.connections().listen(20049, device.newEventLoop(), request -> {}));
        assertEquals(List.of("listen", "destroy", "destroy"), listening);
    }

    private void refuseToBind(final String... tentative) {
        fake.on("rdma_bind_addr", (id, own, c, d, e, f) -> {
            final InetAddress asked = SocketAddresses.read(segment(own, 28)).getAddress();
            return List.of(tentative).stream().anyMatch(text -> address(text).equals(asked)) ? 99 : 0;
        });
    }

    /** Returns the source address that a connection to the given peer uses. */
    private String source(final IbvDevice device, final String peer) {
        takeAddresses();
        final EventLoop loop = device.newEventLoop();
        final CompletionQueue queue = device.createCompletionQueue(16, loop, polled -> {});
        final InetSocketAddress remote = new InetSocketAddress(scoped(peer), 20049);
        device.connections()
                .connect(
                        remote,
                        device.allocateProtectionDomain()
                                .createQueuePair(new QueuePairAttributes(queue, queue, 8, 8, 1)),
                        new ConnectionParameters(new byte[0], 1, 6, 7),
                        loop,
                        null);
        assertEquals(remote, resolved.get(1));
        return String.valueOf(resolved.get(0));
    }

    /**
     * Returns an address that ends in a percent sign and the index of an interface. The host need not have this
     * interface.
     */
    private static InetAddress scoped(final String text) {
        final String[] parts = text.split("%");
        return SocketAddresses.host(address(parts[0]).getAddress(), parts.length == 1 ? 0 : Integer.parseInt(parts[1]));
    }

    /** Records the addresses that the code binds or resolves. */
    private void takeAddresses() {
        resolved.clear();
        fake.on("rdma_create_id", (channel, out, context, space, e, f) -> {
            Native.setLong(out, fake.object());
            return 0;
        });
        fake.on(
                "rdma_bind_addr",
                (id, own, c, d, e, f) -> resolved.add(SocketAddresses.read(segment(own, 28))) ? 0 : -1);
        fake.on("rdma_listen", (id, backlog, c, d, e, f) -> listening.add("listen") ? 0 : -1);
        fake.on("rdma_destroy_id", (id, b, c, d, e, f) -> listening.add("destroy") ? 0 : -1);
        fake.on("rdma_resolve_addr", (id, source, destination, millis, e, f) -> {
            resolved.add(source == 0 ? null : SocketAddresses.read(segment(source, 28)));
            resolved.add(SocketAddresses.read(segment(destination, 28)));
            return 0;
        });
    }
}
