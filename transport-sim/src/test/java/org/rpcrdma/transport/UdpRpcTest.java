// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.transport;

import org.rpcrdma.nic.LoopbackAddresses;
import org.rpcrdma.nic.UdpNetwork;

/** RPCs over IPv4. */
class UdpRpcTest extends UdpRpcContract {
    UdpRpcTest() {
        super(UdpNetwork.PORT, LoopbackAddresses.of(1), LoopbackAddresses.of(2));
    }
}
