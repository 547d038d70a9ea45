// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import java.net.InetSocketAddress;
import org.rpcrdma.rnic.roce.InternetHeader;
import org.rpcrdma.verbs.Gid;

/**
 * A destination of datagrams.
 *
 * @param gid     the host's address.
 * @param address the host's address and port.
 * @param header  the header for datagrams to the host; its length and identification change with each datagram.
 */
record Destination(Gid gid, InetSocketAddress address, InternetHeader header) {
    /** Creates a destination for datagrams from a socket to a host. */
    static Destination of(final InetSocketAddress local, final Gid gid, final InetSocketAddress address) {
        final InternetHeader header = route(new InternetHeader(), Gid.of(local.getAddress()), gid);
        return new Destination(gid, address, header.ports(local.getPort(), address.getPort()));
    }

    /** Sets both addresses of a header. */
    static InternetHeader route(final InternetHeader header, final Gid source, final Gid destination) {
        return header.route(
                source.subnetPrefix(), source.interfaceId(), destination.subnetPrefix(), destination.interfaceId());
    }
}
