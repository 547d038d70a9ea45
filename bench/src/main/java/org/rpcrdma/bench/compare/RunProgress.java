// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import org.rpcrdma.bench.settings.Strategy;

/** Receives the progress of a comparison. Implementations must be thread-safe. */
@FunctionalInterface
public interface RunProgress {
    /** Ignores the progress. */
    RunProgress NONE = (strategy, seed, done) -> {};

    /**
     * Reports progress.
     *
     * @param strategy the strategy of the current run.
     * @param seed     the seed of that run.
     * @param done     the number of RPCs done in all runs.
     */
    void at(Strategy strategy, long seed, long done);
}
