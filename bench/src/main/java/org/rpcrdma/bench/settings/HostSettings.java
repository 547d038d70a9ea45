// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.settings;

import org.rpcrdma.bench.console.InputException;

/**
 * The size of a simulated server.
 *
 * @param processors the number of processors, each with an event loop, 1 to 256.
 * @param threads    the number of service threads, 1 to 16,384.
 * @param shared     the depth of each processor's shared receive queue, if connections share Receives.
 */
public record HostSettings(int processors, int threads, SharedDepth shared) {
    private static final int MAX_PROCESSORS = 256;
    private static final int MAX_THREADS = 16_384;

    /**
     * Checks the ranges.
     *
     * @param processors the number of processors, each with an event loop, 1 to 256.
     * @param threads    the number of service threads, 1 to 16,384.
     * @param shared     the depth of each processor's shared receive queue, if connections share Receives.
     */
    public HostSettings {
        InputException.checkRange("processors", processors, 1, MAX_PROCESSORS);
        InputException.checkRange("threads", threads, 1, MAX_THREADS);
    }
}
