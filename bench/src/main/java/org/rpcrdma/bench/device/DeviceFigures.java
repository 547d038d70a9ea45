// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

import org.rpcrdma.bench.compare.RunResult.Latency;

/**
 * One strategy's figures on a device.
 *
 * @param registrations       regions of the server's Receive buffers, all connections
 * @param bytesRegistered     bytes of these regions
 * @param bytesWasted         bytes of them beyond the buffers' need
 * @param setupNanos          to allocate and register a connection's Receive buffers and post the first Receives: the
 *                            median of all connections
 * @param teardownNanos       to deregister them and give them back, as well
 * @param sharedSetupNanos    to allocate and register, once, the buffers that connections share; 0 if they share none
 * @param sharedTeardownNanos to deregister those and give them back
 * @param rpcPerSecond        of all connections, from the first call to the last reply
 * @param latencyNanos        from a call's start to its reply
 * @param corruptions         replies with other bytes than were sent
 */
public record DeviceFigures(
        long registrations,
        long bytesRegistered,
        long bytesWasted,
        long setupNanos,
        long teardownNanos,
        long sharedSetupNanos,
        long sharedTeardownNanos,
        double rpcPerSecond,
        Latency latencyNanos,
        long corruptions) {
    /** Returns these figures with the time to release the memory that connections shared. */
    DeviceFigures withSharedTeardown(final long nanos) {
        return new DeviceFigures(
                registrations,
                bytesRegistered,
                bytesWasted,
                setupNanos,
                teardownNanos,
                sharedSetupNanos,
                nanos,
                rpcPerSecond,
                latencyNanos,
                corruptions);
    }
}
