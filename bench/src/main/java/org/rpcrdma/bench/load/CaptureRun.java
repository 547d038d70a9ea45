// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.util.function.IntConsumer;

/** A simulated workload whose traffic can be captured. */
public interface CaptureRun {
    /**
     * Runs the workload, from connecting to disconnecting.
     *
     * @param progress receives the number of RPCs done, occasionally.
     * @return the number of corrupted messages and chunks.
     */
    long run(IntConsumer progress);

    /** Returns the number of RPCs. */
    long rpcs();
}
