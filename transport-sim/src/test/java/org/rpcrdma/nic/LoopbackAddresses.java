// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;

/** Addresses of this host that no other process of these tests has: of 127.0.0.0/8, by the process's number. */
public final class LoopbackAddresses {
    private static final int FIRST_PORT = 10_000;
    private static final int PORTS = 20_000;

    private LoopbackAddresses() {}

    /** Returns one of this process's addresses; systems that have only 127.0.0.1 skip the test. */
    public static String of(final int number) {
        final long process = ProcessHandle.current().pid();
        final String address = "127." + (1 + process / 250 % 250) + "." + (1 + process % 250) + "." + number;
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getByName(address))) {
            return socket.getLocalAddress().getHostAddress();
        } catch (final IOException e) {
            assumeTrue(false, "no such local address: " + address + ": " + e.getMessage());
            return null;
        }
    }

    /** Returns the addresses of IPv6 that the loopback interface has; systems that have none skip the test. */
    public static List<String> ipv6() {
        try {
            final List<String> addresses = NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(address -> address instanceof Inet6Address && isLoopback(address))
                    .map(InetAddress::getHostAddress)
                    .toList();
            assumeFalse(addresses.isEmpty(), "the loopback interface has no address of IPv6");
            return addresses;
        } catch (final SocketException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isLoopback(final InetAddress address) {
        try {
            return NetworkInterface.getByInetAddress(address).isLoopback();
        } catch (final SocketException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns a UDP port of this process's: all processes have the same addresses of IPv6. */
    public static int ipv6Port() {
        return (int) (FIRST_PORT + ProcessHandle.current().pid() % PORTS);
    }
}
