// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.host;

import org.rpcrdma.bench.console.InputException;

/**
 * The size of a simulated server.
 *
 * @param processors its processors, each with an event loop of its own
 * @param threads    the threads that serve calls
 */
public record HostSettings(int processors, int threads) {
    /** A host with one processor, on which everything happens. */
    public static final HostSettings ONE_PROCESSOR = new HostSettings(1, 1);

    private static final int MAX_PROCESSORS = 256;
    private static final int MAX_THREADS = 16_384;

    public HostSettings {
        InputException.checkRange("--processors", processors, 1, MAX_PROCESSORS);
        InputException.checkRange("--threads", threads, 1, MAX_THREADS);
    }
}
