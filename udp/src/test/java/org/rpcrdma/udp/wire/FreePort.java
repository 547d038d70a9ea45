// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.udp.wire;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.util.function.Function;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** Opens sockets on free ports, even if other programs bind ports at the same time. */
final class FreePort {
    private FreePort() {}

    /**
     * Opens a socket on a port that was free a moment ago. If the port is no longer free, tries another port. Aborts
     * the test if the host does not have the address.
     */
    static UdpSocket open(final String ip, final Function<InetSocketAddress, UdpSocket> way) throws IOException {
        while (true) {
            try {
                return way.apply(free(new InetSocketAddress(ip, 0)));
            } catch (final VerbsException e) {
                if (e.errno() != Errno.EADDRINUSE) {
                    throw e;
                }
            }
        }
    }

    private static InetSocketAddress free(final InetSocketAddress any) throws IOException {
        try (DatagramChannel probe = DatagramChannel.open(UdpSocket.family(any)).bind(any)) {
            return (InetSocketAddress) probe.getLocalAddress();
        } catch (final IOException e) {
            return abort("no address " + any);
        }
    }
}
