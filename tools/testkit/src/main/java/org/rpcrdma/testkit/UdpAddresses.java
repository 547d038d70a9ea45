// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.testkit;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;

/** Chooses loopback addresses based on the process id, so that concurrent builds on one host do not collide. */
public final class UdpAddresses {
    private UdpAddresses() {}

    /**
     * Returns an address in numeric form. Skips the test on systems that support only 127.0.0.1.
     *
     * @param number the number of the address in this process.
     * @return an address in 127.0.0.0/8.
     */
    public static String address(final int number) {
        final long process = ProcessHandle.current().pid();
        final String address = "127." + (1 + process / 250 % 250) + "." + (1 + process % 250) + "." + number;
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getByName(address))) {
            assumeTrue(socket.isBound());
        } catch (final IOException e) {
            assumeTrue(false, "no such local address: " + address + ": " + e.getMessage());
        }
        return address;
    }

    /**
     * Returns the name of the device for an address.
     *
     * @param number the number of the address in this process.
     * @return the name.
     */
    public static String device(final int number) {
        return "udp:" + address(number);
    }
}
