// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.device;

import org.rpcrdma.bench.compare.RunResult.Latency;

/**
 * The figures of one strategy on a device.
 *
 * @param registrations       the number of regions for all connections' Receive buffers.
 * @param bytesRegistered     the number of bytes in these regions.
 * @param bytesWasted         the number of registered bytes that no buffer uses.
 * @param setupNanos          the time to allocate and register a connection's Receive buffers and post the first
 *                            Receives: the median over all connections.
 * @param teardownNanos       the time to deregister and release a connection's Receive buffers: the median over all
 *                            connections.
 * @param sharedSetupNanos    the time to allocate and register shared buffers; 0 if connections share no buffers.
 * @param sharedTeardownNanos the time to deregister and release shared buffers.
 * @param rpcPerSecond        RPCs per second over all connections, from the first call to the last reply.
 * @param latencyNanos        the time from a call's start to its reply.
 * @param corruptions         the number of corrupted replies.
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
    /** Returns these figures with a different time to release shared buffers. */
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
