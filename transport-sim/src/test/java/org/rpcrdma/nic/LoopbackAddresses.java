// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;

/** Addresses of this host that no other process of these tests has: of 127.0.0.0/8, by the number of the process. */
public final class LoopbackAddresses {
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
}
