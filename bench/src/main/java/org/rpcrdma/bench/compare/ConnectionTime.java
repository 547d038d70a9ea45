// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

/**
 * CPU time of a connection's set-up and tear-down: making and connecting queues, and its Receive buffers. Waits are no
 * CPU time.
 *
 * @param total          nanoseconds
 * @param queues         nanoseconds of making queues and connecting them, of posting their first Receives and taking
 *                       those that are flushed at the end
 * @param receiveBuffers nanoseconds of allocating and mapping Receive buffers, and giving them back
 * @param waits          nanoseconds of waits
 */
public record ConnectionTime(double total, double queues, WorkTime receiveBuffers, Waits waits) {
    /**
     * What a connection waits for.
     *
     * @param spin     nanoseconds in which a processor spins: for invalidations, and for locks
     * @param firmware nanoseconds of the firmware's commands
     * @param peer     nanoseconds of the connection manager and the peer
     */
    record Waits(double spin, double firmware, double peer) {}

    /** Returns the mean of connections. */
    static ConnectionTime of(final Executed executed, final Sheet sheet) {
        return new ConnectionTime(
                executed.connectionNanos(sheet),
                executed.queuesNanos(sheet),
                WorkTime.of(executed.buffers(), sheet, executed.connections()),
                new Waits(executed.spinNanos(sheet), executed.firmwareNanos(sheet), executed.peerNanos(sheet)));
    }
}
