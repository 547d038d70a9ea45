// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import org.rpcrdma.bench.console.InputException;

/**
 * The arrival and departure of a server's connections.
 *
 * @param clients    the number of client hosts, 1 to 1,000,000 divided by {@code nconnect}.
 * @param nconnect   the number of connections per client, 1 to 16, as set by the mount option.
 * @param arrivals   the mean number of connections started per second of virtual time, 0.001 to 1,000,000,000; infinite
 *                   if all connections start immediately.
 * @param mounted    true if calls start after the last connection is set up, and connections end after all of them have
 *                   received their last reply.
 * @param thinkNanos the mean time between a reply and the next call, 0 to 1,000 s.
 */
public record ClientTraffic(int clients, int nconnect, double arrivals, boolean mounted, long thinkNanos) {
    private static final int MAX_CONNECTIONS = 1_000_000;
    /** The value of Linux's NFS_MAX_CONNECTIONS. */
    private static final int MAX_NCONNECT = 16;

    private static final long MAX_THINK_NANOS = 1_000_000_000_000L;
    private static final double MIN_ARRIVALS = 1e-3;
    private static final double MAX_ARRIVALS = 1e9;

    /**
     * Checks the ranges.
     *
     * @param clients    the number of client hosts, 1 to 1,000,000 divided by {@code nconnect}.
     * @param nconnect   the number of connections per client, 1 to 16, as set by the mount option.
     * @param arrivals   the mean number of connections started per second of virtual time, 0.001 to 1,000,000,000;
     *                   infinite if all connections start immediately.
     * @param mounted    true if calls start after the last connection is set up, and connections end after all of them
     *                   have received their last reply.
     * @param thinkNanos the mean time between a reply and the next call, 0 to 1,000 s.
     */
    public ClientTraffic {
        InputException.checkRange("nconnect", nconnect, 1, MAX_NCONNECT);
        InputException.checkRange("connections", (long) clients * nconnect, 1, MAX_CONNECTIONS);
        if (!(arrivals >= MIN_ARRIVALS && (arrivals <= MAX_ARRIVALS || Double.isInfinite(arrivals)))) {
            throw new InputException(
                    "arrivals must be 0.001 to 1,000,000,000 per second, or all at once: arrivals=" + arrivals);
        }
        if (thinkNanos < 0 || thinkNanos > MAX_THINK_NANOS) {
            throw new InputException("thinkTime must be 0 to 1,000 seconds: thinkTime=" + thinkNanos + " ns");
        }
    }

    /**
     * Returns the number of connections of all clients. Each connection runs the whole workload.
     *
     * @return 1 to 1,000,000.
     */
    public int connections() {
        return clients * nconnect;
    }

    /**
     * Returns true if all connections start immediately.
     *
     * @return false if connections arrive at a given rate.
     */
    public boolean isAtOnce() {
        return Double.isInfinite(arrivals);
    }
}
