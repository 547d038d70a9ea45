// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

import org.rpcrdma.bench.compare.RunResult.Latency;

/**
 * The figures of one strategy on a device.
 *
 * @param registrations regions of the server's Receive buffers, all connections.
 * @param bytesRegistered bytes of these regions.
 * @param bytesWasted registered bytes beyond the buffers' need.
 * @param setupNanos time to allocate and register a connection's Receive buffers and post the first Receives: the
 *     median of all connections.
 * @param teardownNanos time to deregister and release them: the median of all connections.
 * @param sharedSetupNanos time to allocate and register the buffers that connections share; 0 if they share none.
 * @param sharedTeardownNanos time to deregister and release the shared buffers.
 * @param rpcPerSecond RPCs of all connections per second, from the first call to the last reply.
 * @param latencyNanos time from a call's start to its reply.
 * @param corruptions replies with wrong bytes.
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
    /** Returns these figures with the time to release the shared memory. */
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
