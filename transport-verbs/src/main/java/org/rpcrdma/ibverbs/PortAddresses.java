/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.rpcrdma.verbs.Gid;

/** The global identifiers of a device's ports, and the IP addresses that those of RoCE are. */
final class PortAddresses {
    private static final int GID_LENGTH = 16;
    private static final int MAX_INDEX = 255;
    private static final int FIRST_PORT = 1;

    private final IbvDevice device;
    private final HostDevice host;

    PortAddresses(final IbvDevice device, final HostDevice host) {
        this.device = device;
        this.host = host;
    }

    Gid gid(final int port, final int index) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment gid = arena.allocate(GID_LENGTH, Long.BYTES);
            device.library().queryGid.check(device.context(), port, index, gid.address());
            return AddressVectors.gid(gid, 0);
        }
    }

    /** The addresses of the first port that peers reach it at, those of IPv4 first; IPv6 addresses of the link only are none. */
    List<InetAddress> reachable() {
        return all().stream()
                .filter(own -> own instanceof Inet4Address || !own.isLinkLocalAddress())
                .distinct()
                .sorted(Comparator.comparing(own -> !(own instanceof Inet4Address)))
                .toList();
    }

    /**
     * The address that connections to a peer come from: the device's only one of the peer's kind; of several one that reaches it without a
     * gateway, the one that has most in common with it. Where none does, the route decides.
     */
    Optional<InetAddress> towards(final InetAddress peer) {
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

    /** Of its family, and of IPv6 one of the link where the peer's is one. */
    private static boolean isOfKind(final InetAddress own, final InetAddress peer) {
        return own.getClass() == peer.getClass()
                && (own instanceof Inet4Address || own.isLinkLocalAddress() == peer.isLinkLocalAddress());
    }

    /** The link is the peer's scope. */
    private static InetAddress onLinkOf(final InetAddress peer, final InetAddress own) {
        return peer instanceof Inet6Address six ? SocketAddresses.host(own.getAddress(), six.getScopeId()) : own;
    }

    private List<InetAddress> all() {
        final List<InetAddress> addresses = new ArrayList<>();
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment gid = arena.allocate(GID_LENGTH, Long.BYTES);
            for (int index = 0; index <= MAX_INDEX; index++) {
                if (device.library().queryGid.errno(device.context(), FIRST_PORT, index, gid.address()) != 0) {
                    // There are no more.
                    break;
                }
                final InetAddress address = SocketAddresses.host(gid.toArray(JAVA_BYTE), 0);
                if (!address.isAnyLocalAddress()) {
                    addresses.add(address);
                }
            }
        }
        return addresses;
    }
}
