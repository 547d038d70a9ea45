// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.bench.load.LoadClient;
import org.rpcrdma.sim.SimulatedDevice;

/**
 * A host with one connection.
 *
 * @param number of the connection: 0 for the first.
 * @param device the host's.
 * @param client makes the connection's calls.
 */
record ClientHost(int number, SimulatedDevice device, LoadClient client) {
    /** Returns the address of a connection's host. */
    static String address(final int number) {
        return "10." + (99 + (number >> 16)) + "." + (number >> 8 & 0xff) + "." + (number & 0xff);
    }

    /** Everything is given back: a device that something was left on refuses to close. */
    void close() {
        client.close();
        device.close();
    }
}
