// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.conformance;

import org.rpcrdma.bench.UdpAddresses;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.nic.UdpNetwork;
import org.rpcrdma.nic.cost.Personality;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.extended.ExtendedDevice;

/** Two devices on UDP sockets of this host, in real time. */
final class UdpTestbed extends Testbed {
    private static final long SETTLED_NANOS = 5_000_000;

    private final UdpNetwork network = new UdpNetwork();
    private final SimulatedDevice client = network.attach("udp0", UdpAddresses.address(1));
    private final SimulatedDevice server = network.attach("udp1", UdpAddresses.address(2));
    private final EventLoop clientLoop = client.newEventLoop();
    private final EventLoop serverLoop = server.newEventLoop();

    /** Opens such a world; it leaves no choice. */
    static Testbed open(final TestbedOptions options) {
        options.requireDefault();
        return new UdpTestbed();
    }

    @Override
    public Personality personality() {
        return Personality.SPEC;
    }

    @Override
    public ExtendedDevice client() {
        return client;
    }

    @Override
    public ExtendedDevice server() {
        return server;
    }

    @Override
    public EventLoop clientLoop() {
        return clientLoop;
    }

    @Override
    public EventLoop serverLoop() {
        return serverLoop;
    }

    @Override
    public String serverAddress() {
        return server.ipAddress();
    }

    @Override
    public Testbed another(final TestbedOptions options) {
        return open(options);
    }

    /** One thread runs both: what is sent arrives when it looks. */
    @Override
    protected long settledNanos() {
        return SETTLED_NANOS;
    }

    @Override
    protected void closeDevices() {
        try {
            client.close();
            server.close();
        } finally {
            network.close();
        }
    }
}
