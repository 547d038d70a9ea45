// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.util.function.LongConsumer;

/** A simulated workload whose traffic can be captured. */
public interface CaptureRun {
    /**
     * Connects, runs the workload, and disconnects.
     *
     * @param progress receives the number of completed RPCs from time to time.
     * @return the number of corrupted messages and chunks.
     */
    long run(LongConsumer progress);

    /** Returns the number of RPCs. */
    long rpcs();
}
