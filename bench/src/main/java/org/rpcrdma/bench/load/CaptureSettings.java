// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import org.rpcrdma.bench.console.InputException;

/** The checked settings of {@code rpcrdma capture}.
 *
 * @param workload    which workload
 * @param connections connections of one server
 * @param rpcs        RPCs of all connections together; a replay has as many as its capture, on each
 * @param loss        the chance of a packet of echo and store to be lost
 * @param seed        decides everything that is random
 */
public record CaptureSettings(CaptureWorkload workload, int connections, int rpcs, double loss, long seed) {
    private static final int MAX_CONNECTIONS = 1000;
    private static final int MAX_RPCS = 10_000_000;
    /** With more, connections end for want of answers. */
    private static final double MAX_LOSS = 0.2;

    public CaptureSettings {
        InputException.checkRange("connections", connections, 1, MAX_CONNECTIONS);
        InputException.checkRange("rpcs", rpcs, 1, MAX_RPCS);
        if (!(loss >= 0 && loss <= MAX_LOSS)) {
            throw new InputException("loss must be 0 to " + MAX_LOSS + ": loss=" + loss);
        }
        if (loss > 0 && workload == CaptureWorkload.REPLAY) {
            throw new InputException("a replay loses no packet: loss=" + loss);
        }
    }
}
