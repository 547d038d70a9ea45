// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.verbs.extended;

import org.rpcrdma.verbs.QueuePairType;

/**
 * The attributes that a queue pair of dynamic connections is created with ({@code struct mlx5dv_dc_init_attr}). Every
 * bit of a target's key counts; a device has its own limits for the streams.
 *
 * @param key                  what requests must bring that go to a {@link QueuePairType#DC_TARGET}; 64 bits.
 * @param logConcurrentStreams of a {@link QueuePairType#DC_INITIATOR}: the binary logarithm of how many streams the
 *                             device can work at side by side ({@code log_num_concurent}).
 * @param logErroredStreams    of an initiator: the binary logarithm of how many streams in error take it to the state
 *                             ERR ({@code log_num_errored}); of 0 the first does.
 */
public record DynamicConnection(long key, int logConcurrentStreams, int logErroredStreams) {
    /** A key of 0, and one stream. */
    public static final DynamicConnection NONE = new DynamicConnection(0, 0, 0);

    /**
     * Returns what a target is created with.
     *
     * @param key what requests must bring.
     * @return the attributes.
     */
    public static DynamicConnection target(final long key) {
        return new DynamicConnection(key, 0, 0);
    }

    /**
     * Returns what an initiator is created with.
     *
     * @param logConcurrent the binary logarithm of its concurrent streams.
     * @param logErrored    the binary logarithm of the streams in error that it does not outlive.
     * @return the attributes.
     */
    public static DynamicConnection initiator(final int logConcurrent, final int logErrored) {
        return new DynamicConnection(0, logConcurrent, logErrored);
    }
}
