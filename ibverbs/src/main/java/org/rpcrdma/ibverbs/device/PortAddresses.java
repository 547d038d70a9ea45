// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.rpcrdma.ibverbs.layout.DeviceAttributesLayout;
import org.rpcrdma.ibverbs.library.Libibverbs;
import org.rpcrdma.verbs.AddressVector;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.Gid;
import org.rpcrdma.verbs.VerbsException;

/**
 * The global identifiers (GIDs) of a device's ports, and the IP addresses that connections use. On Ethernet (RoCE), the
 * GIDs themselves are these addresses. On InfiniBand (IPoIB), connections use the addresses of the device's network
 * interfaces.
 */
public record PortAddresses(OpenContext context, Libibverbs library, HostDevice host) {
    private static final int GID_LENGTH = 16;
    private static final int MAX_INDEX = 255;

    public Gid gid(final int port, final int index) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment gid = arena.allocate(GID_LENGTH, Long.BYTES);
            library.queryGid.check(context.pointer(), port, index, gid.address());
            return AddressVectors.gid(gid, 0);
        }
    }

    /**
     * Returns the LID with which an InfiniBand subnet routes messages to a port. Only the LIDs of this device's ports
     * are known, so the LID is available only for messages between queue pairs of this device. Connections obtain their
     * peers' LIDs from the subnet manager.
     *
     * @return the LID; 0 on Ethernet, where the GID is sufficient.
     * @throws VerbsException EOPNOTSUPP if the destination is not a port of this device.
     */
    int destinationLid(final AddressVector way) {
        final NicPort source = NicPort.query(library, context, way.port());
        if (!source.isInfiniBand()) {
            return 0;
        }
        return ports().stream()
                .filter(own -> identifiers(own).contains(way.destination()))
                .findFirst()
                .orElseThrow(() -> new VerbsException(
                        Errno.EOPNOTSUPP,
                        "only connections can reach peers over InfiniBand: device=" + context.name() + " "
                                + source.description() + " destination=" + way.destination()))
                .lid();
    }

    /**
     * Describes the ports, for use in messages. On InfiniBand, the description also contains the network interfaces
     * that have the device's addresses.
     */
    public String description() {
        return ports().stream()
                .map(port -> port.description()
                        + (port.isInfiniBand() ? " interfaces=" + host.interfacesOverInfiniBand() : ""))
                .collect(Collectors.joining(", "));
    }

    /**
     * Returns the addresses at which peers can reach the device. IPv4 addresses come first. Link-local IPv6 addresses
     * are omitted.
     */
    public List<InetAddress> reachable() {
        return all().stream()
                .filter(own -> own instanceof Inet4Address || !own.isLinkLocalAddress())
                .distinct()
                .sorted(Comparator.comparing(own -> !(own instanceof Inet4Address)))
                .toList();
    }

    /**
     * Returns the source address for connections to a peer. If the device has only one address in the peer's family,
     * this is the source address. If it has several, the source address is the one with the longest prefix that reaches
     * the peer without a gateway. In all other cases, returns an empty result, and routing chooses the source address.
     */
    public Optional<InetAddress> towards(final InetAddress peer) {
        final List<InetAddress> ofKind =
                all().stream().filter(own -> isOfKind(own, peer)).distinct().toList();
        return (ofKind.size() > 1 ? nearest(ofKind, peer) : ofKind.stream().findFirst())
                .map(own -> onLinkOf(peer, own));
    }

    private Optional<InetAddress> nearest(final List<InetAddress> candidates, final InetAddress peer) {
        return host.addresses().stream()
                .filter(own -> candidates.contains(own.address()) && own.reaches(peer))
                .max(Comparator.comparingInt(HostAddress::prefixLength))
                .map(HostAddress::address);
    }

    /** Returns true if both addresses have the same family and, for IPv6, if both or neither are link-local. */
    private static boolean isOfKind(final InetAddress own, final InetAddress peer) {
        return own.getClass() == peer.getClass()
                && (own instanceof Inet4Address || own.isLinkLocalAddress() == peer.isLinkLocalAddress());
    }

    /** Returns the peer's address with the link of the host's address as its scope. */
    private static InetAddress onLinkOf(final InetAddress peer, final InetAddress own) {
        return peer instanceof Inet6Address six ? SocketAddresses.host(own.getAddress(), six.getScopeId()) : own;
    }

    private List<InetAddress> all() {
        return ports().stream()
                .flatMap(port -> port.isInfiniBand() ? ofInterfaces() : ofIdentifiers(port))
                .toList();
    }

    private Stream<InetAddress> ofInterfaces() {
        final List<String> interfaces = host.interfacesOverInfiniBand();
        return host.addresses().stream()
                .filter(own -> interfaces.contains(own.interfaceName()))
                .map(own -> SocketAddresses.host(own.address().getAddress(), 0));
    }

    private Stream<InetAddress> ofIdentifiers(final NicPort port) {
        return identifiers(port).stream().map(PortAddresses::address).filter(address -> !address.isAnyLocalAddress());
    }

    private static InetAddress address(final Gid gid) {
        return SocketAddresses.host(
                ByteBuffer.allocate(GID_LENGTH)
                        .putLong(gid.subnetPrefix())
                        .putLong(gid.interfaceId())
                        .array(),
                0);
    }

    private List<NicPort> ports() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment told = arena.allocate(DeviceAttributesLayout.SIZE, Long.BYTES);
            library.queryDevice.check(context.pointer(), told.address());
            final int count = Byte.toUnsignedInt(told.get(JAVA_BYTE, DeviceAttributesLayout.PHYS_PORT_CNT));
            return IntStream.rangeClosed(1, count)
                    .mapToObj(number -> NicPort.query(library, context, number))
                    .toList();
        }
    }

    private List<Gid> identifiers(final NicPort port) {
        final List<Gid> identifiers = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment gid = arena.allocate(GID_LENGTH, Long.BYTES);
            for (int index = 0; index <= MAX_INDEX; index++) {
                if (library.queryGid.errno(context.pointer(), port.number(), index, gid.address()) != 0) {
                    // The table has no further entries.
                    break;
                }
                identifiers.add(AddressVectors.gid(gid, 0));
            }
        }
        return identifiers;
    }
}
