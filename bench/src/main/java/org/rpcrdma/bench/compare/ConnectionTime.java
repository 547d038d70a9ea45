// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

/**
 * CPU time of a connection's set-up and tear-down: for queues and for Receive buffers. Waits are not CPU time.
 *
 * @param total          nanoseconds.
 * @param queues         nanoseconds to create and connect queues, post the first Receives, and poll the Receives that
 *     are flushed at the end.
 * @param receiveBuffers nanoseconds to allocate, map and release Receive buffers.
 * @param waits          nanoseconds of waiting.
 */
public record ConnectionTime(double total, double queues, WorkTime receiveBuffers, Waits waits) {
    /**
     * The times that a connection waits.
     *
     * @param spin     nanoseconds that a processor spins, waiting for invalidations and locks.
     * @param firmware nanoseconds of waiting for firmware commands.
     * @param peer     nanoseconds of waiting for the connection manager and the peer.
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
