// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.util.function.IntConsumer;

/** A simulated workload that can be captured. */
public interface CaptureRun {
    /**
     * Runs it, from connecting to disconnecting.
     *
     * @param progress receives the number of RPCs that are done, now and then.
     * @return messages or chunks that arrived with other bytes than they were sent with.
     */
    long run(IntConsumer progress);

    /** Returns the RPCs that it makes. */
    long rpcs();
}
