// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.nio.channels.DatagramChannel;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** Determines the maximum payload of packets that this host's interfaces can carry without fragmentation. */
public final class InterfaceMtu {
    /** The maximum overhead per packet in bytes: IPv6, UDP and RoCEv2 headers, and the invariant CRC. */
    private static final int MOST_HEADERS = 100;

    private static final int LEAST = 256;
    private static final int LARGEST = 4096;

    private InterfaceMtu() {}

    /** Returns the MTU of the interface to which a local address belongs. */
    public static int of(final InetAddress address) {
        try {
            final NetworkInterface network = NetworkInterface.getByInetAddress(address);
            final int most = network == null ? LARGEST + MOST_HEADERS : network.getMTU();
            return Math.min(LARGEST, Integer.highestOneBit(Math.max(LEAST, most - MOST_HEADERS)));
        } catch (final IOException e) {
            throw new VerbsException(Errno.EINVAL, "no such interface: address=" + address + ": " + e.getMessage());
        }
    }

    /** Returns true if an address belongs to this host. */
    static boolean isOfThisHost(final InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (final IOException e) {
            return false;
        }
    }

    /**
     * Returns the MTU of the interface through which this host reaches another host. This is the interface whose
     * address the system chooses as the source address.
     */
    static int towards(final InetSocketAddress host) {
        try (DatagramChannel channel = DatagramChannel.open(UdpSocket.family(host))) {
            channel.connect(host);
            return of(((InetSocketAddress) channel.getLocalAddress()).getAddress());
        } catch (final IOException | VerbsException e) {
            // There is currently no route to the host.
            return LARGEST;
        }
    }
}
