// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

/**
 * The time that comparisons take on one thread of this machine. It grows with the number of RPCs and with the number of
 * Receive buffers, because each connection allocates and maps its buffers.
 *
 * @param nanosOfAnRpc   the time of an RPC.
 * @param nanosOfABuffer the time to set up and tear down a buffer.
 */
record SweepCost(double nanosOfAnRpc, double nanosOfABuffer) {
    /**
     * A comparison whose time was measured.
     *
     * @param rpcs    the number of RPCs in all runs.
     * @param buffers the number of buffers in all runs.
     * @param nanos   the time.
     */
    record Sample(long rpcs, long buffers, double nanos) {}

    /**
     * Calculates the costs from two comparisons with different numbers of buffers per RPC. If the numbers are the same,
     * the costs of the buffers are part of the cost of an RPC.
     */
    static SweepCost of(final Sample few, final Sample many) {
        final double product = (double) few.rpcs * many.buffers - (double) many.rpcs * few.buffers;
        if (product == 0) {
            return new SweepCost(few.nanos / few.rpcs, 0);
        }
        final double buffer = (few.rpcs * many.nanos - many.rpcs * few.nanos) / product;
        final double rpc = (many.buffers * few.nanos - few.buffers * many.nanos) / product;
        if (buffer < 0) {
            return new SweepCost(Math.max(few.nanos / few.rpcs, many.nanos / many.rpcs), 0);
        }
        return rpc < 0 ? new SweepCost(0, many.nanos / many.buffers) : new SweepCost(rpc, buffer);
    }

    /** Returns the time of a comparison on one thread. */
    double nanos(final long rpcs, final long buffers) {
        return rpcs * nanosOfAnRpc + buffers * nanosOfABuffer;
    }
}
