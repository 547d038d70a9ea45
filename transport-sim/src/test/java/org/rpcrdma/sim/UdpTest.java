// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim;

import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AutoClose;
import org.rpcrdma.testkit.Patience;
import org.rpcrdma.udp.UdpNetwork;

/** The base class for tests of local devices on UDP sockets, in real time. */
abstract class UdpTest {
    static final long SLICE = 1_000_000;

    @AutoClose
    final UdpNetwork network = new UdpNetwork();

    /** Processes events until a condition becomes true. */
    final void await(final BooleanSupplier condition) {
        Patience.await(
                condition,
                () -> network.timeline().stepUntil(network.timeline().nanoTime() + SLICE),
                () -> "it takes too long");
    }
}
