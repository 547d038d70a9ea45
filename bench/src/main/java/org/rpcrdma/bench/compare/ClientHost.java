// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.bench.load.LoadClient;
import org.rpcrdma.sim.SimulatedDevice;

/**
 * A client host with one connection.
 *
 * @param number the connection's number, from 0.
 * @param device the host's device.
 * @param client makes the connection's calls.
 */
record ClientHost(int number, SimulatedDevice device, LoadClient client) {
    /** Returns the address of a connection's client host. */
    static String address(final int number) {
        return "10." + (99 + (number >> 16)) + "." + (number >> 8 & 0xff) + "." + (number & 0xff);
    }

    /** Closes the client and its device. The device cannot be closed if a resource has leaked. */
    void close() {
        client.close();
        device.close();
    }
}
