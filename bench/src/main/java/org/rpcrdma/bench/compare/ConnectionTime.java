// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

/**
 * The CPU time to set up and tear down a connection, split into queues and Receive buffers. Waits are not CPU time.
 *
 * @param total          the total, in nanoseconds.
 * @param queues         the time to create and connect queues, post the first Receives, and poll the Receives that are
 *                       flushed at the end, in nanoseconds.
 * @param receiveBuffers the time to allocate, map and release Receive buffers.
 * @param waits          the times for which the connection waits.
 */
public record ConnectionTime(double total, double queues, WorkTime receiveBuffers, Waits waits) {
    /**
     * The times for which a connection waits, in nanoseconds.
     *
     * @param spin     the time that a processor spins while it waits for invalidations and locks.
     * @param firmware the time spent waiting for firmware commands.
     * @param peer     the time spent waiting for the connection manager and the peer.
     */
    record Waits(double spin, double firmware, double peer) {}

    /** Returns the mean over the connections. */
    static ConnectionTime of(final Executed executed, final Sheet sheet) {
        return new ConnectionTime(
                executed.connectionNanos(sheet),
                executed.queuesNanos(sheet),
                WorkTime.of(executed.buffers(sheet), sheet, executed.connections()),
                new Waits(executed.spinNanos(sheet), executed.firmwareNanos(sheet), executed.peerNanos(sheet)));
    }
}
