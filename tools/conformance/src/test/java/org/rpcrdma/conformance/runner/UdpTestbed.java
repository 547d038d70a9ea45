// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.conformance.runner;

import org.rpcrdma.rnic.config.Personality;
import org.rpcrdma.testkit.UdpAddresses;
import org.rpcrdma.udp.UdpNetwork;

/** Two local devices on UDP sockets that run in real time. */
final class UdpTestbed extends Testbed {
    private static final long SETTLED_NANOS = 5_000_000;

    private final UdpNetwork network;

    private UdpTestbed(final UdpNetwork network) {
        super(
                Personality.SPEC,
                Personality.SPEC,
                network.attach("udp0", UdpAddresses.address(1)),
                network.attach("udp1", UdpAddresses.address(2)));
        this.network = network;
    }

    /** Opens this testbed, whose environment is fixed. */
    static Testbed open(final TestbedOptions options) {
        options.requireDefault();
        return new UdpTestbed(new UdpNetwork());
    }

    @Override
    public Testbed another(final TestbedOptions options) {
        return open(options);
    }

    /** One thread runs both devices, so packets arrive only when this thread polls. */
    @Override
    protected long settledNanos() {
        return SETTLED_NANOS;
    }

    @Override
    protected void closeDevices() {
        try {
            super.closeDevices();
        } finally {
            network.close();
        }
    }
}
