// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import org.rpcrdma.bench.host.HostTimes;
import org.rpcrdma.nic.config.ProcessorWork;

/**
 * Processor time of a connection's coming and going: making and connecting queues, and its Receive buffers.
 *
 * @param total          nanoseconds
 * @param queues         nanoseconds of making queues and connecting them, of posting their first Receives and taking
 *                       those that are flushed at the end
 * @param receiveBuffers nanoseconds of allocating and mapping Receive buffers, and giving them back
 */
@JsonPropertyOrder({"total", "queues", "receiveBuffers"})
record ConnectionTime(double total, double queues, WorkTime receiveBuffers) {
    /**
     * Returns the mean of connections.
     *
     * @param all         CPU time of the server.
     * @param buffers     the part of it spent on Receive buffers.
     * @param connections how many connections there were.
     */
    static ConnectionTime of(final HostTimes all, final HostTimes buffers, final int connections) {
        final double queues = (double) all.spent(ProcessorWork.CONNECTION) / connections;
        final WorkTime receiveBuffers = WorkTime.of(buffers, connections);
        return new ConnectionTime(queues + receiveBuffers.total(), queues, receiveBuffers);
    }
}
