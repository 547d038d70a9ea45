// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import org.rpcrdma.bench.console.InputException;

/**
 * The validated settings of {@code rpcrdma capture}.
 *
 * @param workload    the workload.
 * @param connections the number of connections to the server.
 * @param rpcs        the number of RPCs over all connections. A replay ignores this number and makes all RPCs of its
 *                    capture on each connection.
 * @param loss        the probability that a packet of echo or store is lost.
 * @param seed        the seed of all random choices.
 */
public record CaptureSettings(CaptureWorkload workload, int connections, int rpcs, double loss, long seed) {
    private static final int MAX_CONNECTIONS = 1000;
    private static final int MAX_RPCS = 10_000_000;
    /** At higher loss rates, connections time out. */
    private static final double MAX_LOSS = 0.2;

    public CaptureSettings {
        InputException.checkRange("connections", connections, 1, MAX_CONNECTIONS);
        InputException.checkRange("rpcs", rpcs, 1, MAX_RPCS);
        if (!(loss >= 0 && loss <= MAX_LOSS)) {
            throw new InputException("loss must be 0 to " + MAX_LOSS + ": loss=" + loss);
        }
        if (loss > 0 && workload == CaptureWorkload.REPLAY) {
            throw new InputException("loss is not supported for a replay: loss=" + loss);
        }
    }
}
