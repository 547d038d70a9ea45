// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.nic.LoopbackAddresses;

/** RPCs over IPv6: between two addresses of the loopback interface, or from its one address to itself. */
class UdpIpv6Test extends UdpRpcContract {
    UdpIpv6Test() {
        super(
                LoopbackAddresses.ipv6Port(),
                LoopbackAddresses.ipv6().get(0),
                LoopbackAddresses.ipv6().get(LoopbackAddresses.ipv6().size() - 1));
    }
}
