// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.device;

import java.math.BigInteger;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.stream.Stream;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/**
 * An address of this host.
 *
 * @param prefixLength  the number of leading bits that a peer's address must share with this address for the peer to be
 *                      reachable without a gateway.
 * @param interfaceName the name of the address's network interface.
 * @param link          the index of the interface, from 1; it is the scope of link-local peers.
 */
public record HostAddress(InetAddress address, int prefixLength, String interfaceName, int link) {
    /**
     * Returns this host's current addresses.
     *
     * @throws VerbsException EIO if the operating system cannot list the addresses.
     */
    public static List<HostAddress> all() {
        try {
            return NetworkInterface.networkInterfaces().flatMap(HostAddress::of).toList();
        } catch (final SocketException e) {
            throw new VerbsException(Errno.EIO, "cannot list local addresses: " + e.getMessage());
        }
    }

    private static Stream<HostAddress> of(final NetworkInterface network) {
        return network.getInterfaceAddresses().stream()
                .map(own -> new HostAddress(
                        own.getAddress(), own.getNetworkPrefixLength(), network.getName(), network.getIndex()));
    }

    /** Returns true if a peer can be reached from this address without a gateway. */
    public boolean reaches(final InetAddress peer) {
        final byte[] own = address.getAddress();
        final byte[] other = peer.getAddress();
        if (own.length != other.length
                || peer instanceof Inet6Address six && six.isLinkLocalAddress() && six.getScopeId() != link) {
            return false;
        }
        final BigInteger differing = new BigInteger(1, own).xor(new BigInteger(1, other));
        return differing.bitLength() <= own.length * Byte.SIZE - prefixLength;
    }
}
