// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.conformance;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import org.rpcrdma.nic.SimulatedDevice;
import org.rpcrdma.nic.UdpNetwork;
import org.rpcrdma.nic.cost.Personality;
import org.rpcrdma.verbs.EventLoop;
import org.rpcrdma.verbs.extended.ExtendedDevice;

/** Two devices on UDP sockets of this host, in real time. */
final class UdpTestbed extends Testbed {
    private static final long SETTLED_NANOS = 5_000_000;

    private final UdpNetwork network = new UdpNetwork();
    private final SimulatedDevice client = network.attach("udp0", address(1));
    private final SimulatedDevice server = network.attach("udp1", address(2));
    private final EventLoop clientLoop = client.newEventLoop();
    private final EventLoop serverLoop = server.newEventLoop();

    /** Returns an address of this host by the number of this process, so that others of these tests have others. */
    static String address(final int number) {
        final long process = ProcessHandle.current().pid();
        return "127." + (1 + process / 250 % 250) + "." + (1 + process % 250) + "." + number;
    }

    /** Skips the test on systems that have only 127.0.0.1. */
    static void assumeAddresses() {
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getByName(address(2)))) {
            assumeTrue(socket.isBound());
        } catch (final IOException e) {
            assumeTrue(false, "no such local address: " + e.getMessage());
        }
    }

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
