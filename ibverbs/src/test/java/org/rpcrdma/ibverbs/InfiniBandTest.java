// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.rpcrdma.testkit.Refusals.assertErrno;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.ibverbs.device.HostAddress;
import org.rpcrdma.ibverbs.device.HostDevice;
import org.rpcrdma.ibverbs.library.Native;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.QueuePairParameters;
import org.rpcrdma.verbs.VerbsException;

/**
 * Tests ports with InfiniBand links. Their identifiers are not IP addresses, and a LID is needed to send a message.
 */
class InfiniBandTest extends DriverTest {
    private static final byte INFINIBAND = 1;
    private static final byte ETHERNET = 2;
    private static final int NOT_THERE = 22;

    /** The prefix of the subnet. An identifier consists of this prefix and the port's GUID. */
    private static final long SUBNET = 0xfe80_0000_0000_0000L;

    private static final Gid PEER = new Gid(SUBNET, 0x77);

    private final List<HostAddress> addresses = new ArrayList<>();

    /** The LIDs that the driver received. */
    private final List<Integer> lids = new ArrayList<>();

    @TempDir
    private Path folder;

    @BeforeEach
    void describeHost() {
        fake.host = new HostDevice(folder, () -> addresses);
    }

    /**
     * Opens a device whose ports, numbered from 1, have the given links. Port n has the LID 100 n and the identifier n.
     */
    private void open(final byte... links) {
        fake.ports = (byte) links.length;
        fake.on("ibv_query_port", (context, port, attributes, d, e, f) -> {
            final MemorySegment target = Native.segment(attributes, 52);
            target.set(JAVA_SHORT, 34, (short) (100 * port));
            target.set(JAVA_BYTE, 46, links[(int) port - 1]);
            return 0;
        });
        fake.on("ibv_query_gid", (context, port, index, gid, e, f) -> {
            Native.setLong(gid, Long.reverseBytes(SUBNET));
            Native.setLong(gid + 8, Long.reverseBytes(port));
            return index == 0 ? 0 : NOT_THERE;
        });
        fake.on("ibv_create_ah", (domain, way, c, d, e, f) -> {
            lids.add((int) Native.segment(way, 32).get(JAVA_SHORT, 24));
            return fake.object();
        });
        fake.on(
                "ibv_modify_qp",
                (queuePair, attributes, mask, d, e, f) ->
                        lids.add((int) Native.segment(attributes, 144).get(JAVA_SHORT, 56 + 24)) ? 0 : -1);
        open();
    }

    /** Adds a network interface to the device. Types are the same as in sysfs: 32 for InfiniBand, 1 for Ethernet. */
    private void addInterface(final String name, final int type) throws IOException {
        final Path network =
                Files.createDirectories(folder.resolve("device/net").resolve(name));
        Files.writeString(network.resolve("type"), type + "\n");
    }

    private void addAddress(final String network, final int link, final String address, final int prefixLength)
            throws UnknownHostException {
        addresses.add(new HostAddress(InetAddress.getByName(address), prefixLength, network, link));
    }

    @Test
    void shouldHaveTheAddressesOfItsInterfacesOverInfiniBand() throws IOException {
        addInterface("ib0", 32);
        addInterface("ib0.8001", 32);
        addInterface("eth7", 1);
        addAddress("lo", 1, "127.0.0.1", 8);
        addAddress("eth7", 2, "10.97.0.1", 24);
        addAddress("ib0", 3, "fe80::1", 64);
        addAddress("ib0", 3, "2001:db8::1", 64);
        addAddress("ib0", 3, "10.98.0.1", 24);
        addAddress("ib0.8001", 4, "10.99.0.1", 24);
        addAddress("ib9", 5, "10.96.0.1", 24);
        open(INFINIBAND);
        assertEquals(
                List.of(
                        InetAddress.getByName("10.98.0.1"),
                        InetAddress.getByName("10.99.0.1"),
                        InetAddress.getByName("2001:db8::1")),
                device.context().addresses().reachable());
        assertEquals(InetAddress.getByName("10.98.0.1"), device.connections().localAddress());
        assertEquals(
                Optional.of(InetAddress.getByName("10.99.0.1")),
                device.context().addresses().towards(InetAddress.getByName("10.99.0.7")));
    }

    @Test
    void shouldReportThePortsAndInterfacesThatHaveNoAddress() throws IOException {
        open(INFINIBAND, INFINIBAND);
        assertEquals(
                "ENODATA: device has no IP address: device=fake0 port=1 link=InfiniBand interfaces=[],"
                        + " port=2 link=InfiniBand interfaces=[]",
                noAddress());
        addInterface("ib0", 32);
        addInterface("eth7", 1);
        addAddress("eth7", 2, "10.97.0.1", 24);
        assertEquals(
                "ENODATA: device has no IP address: device=fake0 port=1 link=InfiniBand interfaces=[ib0],"
                        + " port=2 link=InfiniBand interfaces=[ib0]",
                noAddress());
    }

    private String noAddress() {
        return assertThrows(VerbsException.class, device.connections()::localAddress)
                .getMessage();
    }

    /** The identifiers of one port are addresses, but the identifiers of the other port are not. */
    @Test
    void shouldCheckEveryPort() throws IOException {
        addInterface("ib0", 32);
        addAddress("ib0", 3, "10.98.0.1", 24);
        open(INFINIBAND, ETHERNET);
        fake.on("ibv_query_gid", (context, port, index, gid, e, f) -> {
            Native.setLong(gid, 0);
            Native.setLong(gid + 8, Long.reverseBytes(0xffff_0a63_0000L + port));
            return index == 0 ? 0 : NOT_THERE;
        });
        assertEquals(
                List.of(InetAddress.getByName("10.98.0.1"), InetAddress.getByName("10.99.0.2")),
                device.context().addresses().reachable());
    }

    /** The queue pairs of a device can reach each other through any of the device's ports. */
    @Test
    void shouldSendToItsOwnPortsByTheirLids() {
        open(INFINIBAND, INFINIBAND);
        domain.createAddressHandle(new AddressVector(device.gid(1, 0), 0, 1));
        domain.createAddressHandle(new AddressVector(device.gid(2, 0), 0, 1));
        queuePair.modify(new QueuePairParameters().addressVector(new AddressVector(device.gid(2, 0), 0, 2)));
        assertEquals(List.of(100, 200, 200), lids);
    }

    @Test
    void shouldRejectAPeerWithAnUnknownLid() {
        open(INFINIBAND);
        final AddressVector way = new AddressVector(PEER, 0, 1);
        assertMessage(
                "EOPNOTSUPP: only connections can reach peers over InfiniBand: device=fake0 port=1 link=InfiniBand"
                        + " destination=" + PEER,
                () -> domain.createAddressHandle(way));
        assertErrno(Errno.EOPNOTSUPP, () -> queuePair.modify(new QueuePairParameters().addressVector(way)));
        assertEquals(List.of(), lids);
    }

    @Test
    void shouldNeedNoLidOnEthernet() {
        open(ETHERNET);
        domain.createAddressHandle(new AddressVector(PEER, 0, 1));
        assertEquals(List.of(0), lids);
    }
}
